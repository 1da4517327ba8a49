import { startTransition, useOptimistic } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

/**
 * What people chose, kept in the search part of the address: `change({ surface: 'clay', maxRate: '' })`; empty text takes a
 * name out. The router follows in a transition, which a controlled input must not wait for: here the choice shows at once.
 */
export const useSearchState = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [shown, show] = useOptimistic(query);
  const change = (changes: Record<string, string>) =>
    startTransition(async () => {
      const next = new URLSearchParams(shown);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      show(next);
      await navigate({ search: next.toString() }, { replace: true, preventScrollReset: true });
    });
  return [shown, change] as const;
};
