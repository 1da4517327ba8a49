import { startTransition, useEffect, useOptimistic, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

/**
 * Safari throws an error after 100 URL changes within 30 seconds. This leaves some for navigation.
 */
const MAX_CHANGES = 70;
const WINDOW_MS = 30_000;
/** The minimum interval between changes beyond that limit. */
const MIN_INTERVAL_MS = 1_000;
let changedAt: number[] = [];

const delayUntilAllowed = (): number => {
  const now = performance.now();
  changedAt = changedAt.filter((time) => time > now - WINDOW_MS);
  return changedAt.length < MAX_CHANGES ? 0 : changedAt.at(-1)! + MIN_INTERVAL_MS - now;
};

/**
 * State in the query string; an empty value removes the parameter. Shown immediately, because
 * controlled inputs can't wait for the router. Beyond the browser's limit, the last one wins.
 */
export const useSearchState = () => {
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const [optimisticQuery, showQuery] = useOptimistic(searchParams);
  const latestChange = useRef(0);
  // A pending change must not navigate back after the user has left the page.
  useEffect(() => () => void (latestChange.current += 1), []);
  const changeSearch = (changes: Record<string, string>) =>
    startTransition(async () => {
      const nextQuery = new URLSearchParams(optimisticQuery);
      for (const [name, value] of Object.entries(changes)) {
        if (value) nextQuery.set(name, value);
        else nextQuery.delete(name);
      }
      showQuery(nextQuery);
      const changeNumber = (latestChange.current += 1);
      const delayMs = delayUntilAllowed();
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (changeNumber !== latestChange.current) return;
      changedAt.push(performance.now());
      await navigate({ search: nextQuery.toString() }, { replace: true, preventScrollReset: true });
    });
  return [optimisticQuery, changeSearch] as const;
};
