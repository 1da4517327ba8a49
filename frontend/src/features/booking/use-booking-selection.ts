import type { CourtDetail } from '@courtly/contracts/courts';
import { useQuery } from '@tanstack/react-query';
import { type Day, addDays, isDay } from '../../lib/days';
import { dayIn } from '../../lib/format';
import { useSearchState } from '../../lib/search-state';
import { availabilityQuery } from '../../resources/court/availability-query';

const DAY_MINUTES = 24 * 60;

type Court = Pick<CourtDetail, 'id' | 'zone' | 'policy' | 'headStartMinutes'>;

/** Today as long as it has an hour that can be booked, then tomorrow. */
const useFirstDay = (courtId: string, today: Day, isAsked: boolean): Day => {
  const { data: slots } = useQuery({ ...availabilityQuery(courtId, today), enabled: !isAsked });
  const isOver = slots?.every(({ opensForYouAt }) => opensForYouAt !== null);
  return isOver ? addDays(today, 1) : today;
};

/**
 * The day and hour that somebody has chosen, in the address, so that signing in or going back keeps them. Days are the court's;
 * for a past or missing one stands the first that has hours, of today and tomorrow. The last one is the last that the court shows
 * to anybody: the head start of Elite comes before the days that are open to all.
 */
export const useBookingSelection = ({ id, zone, policy, headStartMinutes }: Court) => {
  const [query, change] = useSearchState();
  const today = dayIn(new Date().toISOString(), zone);
  const asked = query.get('date') ?? '';
  const isAsked = isDay(asked) && asked >= today;
  const firstDay = useFirstDay(id, today, isAsked);
  const choose = (day: Day, start = '') => change({ date: day, slot: start });
  return {
    today,
    last: addDays(today, policy.horizonDays + Math.ceil(headStartMinutes / DAY_MINUTES)),
    date: isAsked ? asked : firstDay,
    start: query.get('slot'),
    choose,
  };
};
