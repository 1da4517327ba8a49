import { useSyncExternalStore } from 'react';
import { writeStorage } from './storage';

export type Theme = 'system' | 'light' | 'dark';

export const themeOptions: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Day' },
  { value: 'dark', label: 'Night' },
  { value: 'system', label: 'System' },
];

/** Same key as in `app/before-paint.js`. */
const STORAGE_KEY = 'courtly:theme';
const listeners = new Set<() => void>();

const currentTheme = (): Theme =>
  (document.documentElement.dataset['theme'] as Theme | undefined) ?? 'system';

export const applyTheme = (theme: Theme): void => {
  if (theme === 'system') {
    delete document.documentElement.dataset['theme'];
    writeStorage(STORAGE_KEY, null);
  } else {
    document.documentElement.dataset['theme'] = theme;
    writeStorage(STORAGE_KEY, theme);
  }
  listeners.forEach((listener) => listener());
};

const subscribeToTheme = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme =>
  useSyncExternalStore(subscribeToTheme, currentTheme, () => 'system');
