import type { CourtDetail } from '@courtly/contracts/courts';
import { addDays, isDay } from '../../lib/days';
import { dayIn } from '../../lib/format';
import { useSearchState } from '../../lib/search-state';

const DAY_MINUTES = 24 * 60;

type Court = Pick<CourtDetail, 'zone' | 'policy' | 'headStartMinutes'>;

/**
 * The day and hour that somebody wants, in the address, so that signing in or going back keeps them. Days are the court's;
 * a past or missing one becomes tomorrow. The last one is the last that the court shows to anybody: the head start of Elite
 * comes before the days that are open to all.
 */
export const useWish = ({ zone, policy, headStartMinutes }: Court) => {
  const [query, change] = useSearchState();
  const today = dayIn(new Date().toISOString(), zone);
  const asked = query.get('date') ?? '';
  const choose = (day: string, start = '') => change({ date: day, slot: start });
  return {
    today,
    last: addDays(today, policy.horizonDays + Math.ceil(headStartMinutes / DAY_MINUTES)),
    date: isDay(asked) && asked >= today ? asked : addDays(today, 1),
    start: query.get('slot'),
    choose,
  };
};
