import { dayIn } from '../../lib/format';
import { useSearchState } from '../../lib/search-state';

const DAY_MS = 24 * 3_600_000;

const dayAhead = (days: number, zone: string) => dayIn(new Date(Date.now() + days * DAY_MS).toISOString(), zone);

/**
 * The day and hour that somebody wants, in the address, so that signing in or going back keeps them. Days are the court's;
 * a past or missing one becomes tomorrow.
 */
export const useWish = (zone: string) => {
  const [query, change] = useSearchState();
  const today = dayAhead(0, zone);
  const asked = query.get('date') ?? '';
  const valid = /^\d{4}-\d{2}-\d{2}$/.test(asked) && !isNaN(Date.parse(asked)) && asked >= today;
  const choose = (day: string, start = '') => change({ date: day, slot: start });
  return {
    today,
    date: valid ? asked : dayAhead(1, zone),
    start: query.get('slot'),
    choose,
  };
};
