import { startTransition, useEffect, useOptimistic, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

/** Safari lets a page change its address a hundred times in 30 s, and throws at the next: some are left for other pages. */
const MOST_CHANGES = 70;
const WITHIN_MS = 30_000;
/** Then changes come so far apart. */
const APART_MS = 1_000;
let changedAt: number[] = [];

/** How long the next change has to wait. */
const waitForTurn = (): number => {
  const now = performance.now();
  changedAt = changedAt.filter((at) => at > now - WITHIN_MS);
  return changedAt.length < MOST_CHANGES ? 0 : changedAt.at(-1)! + APART_MS - now;
};

/**
 * What people chose, kept in the search part of the address: `change({ surface: 'clay', maxRate: '' })`; empty text takes a
 * name out. The router follows in a transition, which a controlled input must not wait for: here the choice shows at once. Of
 * more choices than a browser takes the address gets the last one.
 */
export const useSearchState = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [shown, show] = useOptimistic(query);
  const newest = useRef(0);
  // Whoever has left the page is not to be brought back by what they chose there last.
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
