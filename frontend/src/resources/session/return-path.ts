import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '../../lib/durations';

const RETURN_KEY = 'courtly:redirect';
const LIFETIME_MS = 60 * MINUTE_MS;

type SavedPath = { path: string; until: number };

/** The path may contain a single-use token, so it is kept only in this tab and for an hour. */
export const rememberReturnPath = (path: string): void => {
  const expiry = () => Date.now() + LIFETIME_MS;
  const savedPath: SavedPath = { path, until: expiry() };
  try {
    sessionStorage.setItem(RETURN_KEY, JSON.stringify(savedPath));
  } catch {
    // Without storage, the user returns to the home page.
  }
};

export const readReturnPath = (): string | null => {
  const isValid = (until: number) => until > Date.now();
  try {
    const { path, until } = JSON.parse(sessionStorage.getItem(RETURN_KEY) ?? '') as SavedPath;
    if (isValid(until) && new URL(path, location.origin).origin === location.origin) return path;
  } catch {
    // Nothing usable was saved.
  }
  return null;
};

const neverChanges = () => () => undefined;

/** The path to which the user returns after sign-in. Null during prerendering. */
export const useReturnPath = (): string | null =>
  useSyncExternalStore(neverChanges, readReturnPath, () => null);

/** Returns and clears the path to open after sign-in. Only paths of the same origin are allowed. */
export const popReturnPath = (): string => {
  const returnPath = readReturnPath();
  try {
    sessionStorage.removeItem(RETURN_KEY);
  } catch {
    // Nothing was saved.
  }
  return returnPath ?? '/';
};
