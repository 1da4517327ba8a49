import type { CourtDetail } from '@courtly/contracts/courts';
import { type Day, addDays, isCalendarDay } from '../../lib/days';
import { dayInZone } from '../../lib/format';
import { useSearchState } from '../../lib/search-state';
import { useNow } from '../../lib/use-now';
import { useOptionalData } from '../../lib/use-optional-data';
import { availabilityQuery } from '../../resources/court/availability-query';

const DAY_MINUTES = 24 * 60;

type SelectionCourt = Pick<
  CourtDetail,
  'id' | 'zone' | 'zoneOffsets' | 'policy' | 'headStartMinutes'
>;

/** Today if it has a bookable hour; otherwise tomorrow. */
const useFirstDay = (courtId: string, today: Day, isRequested: boolean): Day => {
  const slots = useOptionalData({ ...availabilityQuery(courtId, today), enabled: !isRequested });
  const isOver = slots?.every(({ opensForYouAt }) => opensForYouAt !== null);
  return isOver ? addDays(today, 1) : today;
};

/**
 * Keeps day and hour in the URL, so that they survive sign-in and Back. Days are in court time. The
 * last day includes the head start of Elite members.
 */
export const useBookingSelection = (court: SelectionCourt) => {
  const { id, policy, headStartMinutes } = court;
  const [searchParams, updateSearch] = useSearchState();
  const today = dayInZone(useNow(), court);
  const requestedDate = searchParams.get('date') ?? '';
  const isRequested = isCalendarDay(requestedDate) && requestedDate >= today;
  const firstDay = useFirstDay(id, today, isRequested);
  const selectSlot = (selectedDay: Day, startTime = '') =>
    updateSearch({ date: selectedDay, slot: startTime });
  return {
    today,
    last: addDays(today, policy.horizonDays + Math.ceil(headStartMinutes / DAY_MINUTES)),
    date: isRequested ? requestedDate : firstDay,
    start: searchParams.get('slot'),
    /** The selection as query parameters, even before the URL shows it. */
    search: searchParams.toString(),
    choose: selectSlot,
  };
};
