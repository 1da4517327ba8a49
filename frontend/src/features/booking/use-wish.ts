import { useSearchParams } from 'react-router-dom';
import { dayIn } from '../../lib/format';

const DAY_MS = 24 * 3_600_000;

const dayAhead = (days: number, zone: string) => dayIn(new Date(Date.now() + days * DAY_MS).toISOString(), zone);

/**
 * The day and hour that somebody wants, in the address, so that signing in or going back keeps them. Days are the court's;
 * a past or missing one becomes tomorrow.
 */
export const useWish = (zone: string) => {
  const [query, setQuery] = useSearchParams();
  const today = dayAhead(0, zone);
  const asked = query.get('date') ?? '';
  const valid = /^\d{4}-\d{2}-\d{2}$/.test(asked) && !isNaN(Date.parse(asked)) && asked >= today;
  const choose = (date: string, start?: string) =>
    setQuery(
      (before) => {
        before.set('date', date);
        if (start) before.set('slot', start);
        else before.delete('slot');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    today,
    date: valid ? asked : dayAhead(1, zone),
    start: query.get('slot'),
    choose,
  };
};
