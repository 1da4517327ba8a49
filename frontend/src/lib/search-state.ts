import { startTransition, useEffect, useOptimistic, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

/** Safari throws after 100 URL changes within 30 seconds; leave some for navigation. */
const MOST_CHANGES = 70;
const WITHIN_MS = 30_000;
/** Minimum interval between changes beyond the limit. */
const APART_MS = 1_000;
let changedAt: number[] = [];

const waitForTurn = (): number => {
  const now = performance.now();
  changedAt = changedAt.filter((at) => at > now - WITHIN_MS);
  return changedAt.length < MOST_CHANGES ? 0 : changedAt.at(-1)! + APART_MS - now;
};

/**
 * State in the query string: `change({ surface: 'clay', maxRate: '' })`; an empty value removes the
 * parameter. Changes show immediately because controlled inputs can't wait for the router's
 * transition. Beyond the browser's limit, only the last change reaches the URL.
 */
export const useSearchState = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [shown, show] = useOptimistic(query);
  const newest = useRef(0);
  // A pending change must not navigate back after the user has left the page.
  useEffect(() => () => void (newest.current += 1), []);
  const change = (changes: Record<string, string>) =>
    startTransition(async () => {
      const next = new URLSearchParams(shown);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      show(next);
      const own = (newest.current += 1);
      const wait = waitForTurn();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (own !== newest.current) return;
      changedAt.push(performance.now());
      await navigate({ search: next.toString() }, { replace: true, preventScrollReset: true });
    });
  return [shown, change] as const;
};
