import type { CourtDetail } from '@courtly/contracts/courts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Day, addDays, dayLabel } from '../../lib/days';
import { Button } from '../../ui/button';
import { hasFailed } from '../../ui/load-error';
import { Loading, Skeleton } from '../../ui/skeleton';
import { availabilityQuery } from '../../resources/court/availability-query';
import { courtKeys } from '../../resources/court/court-keys';
import { SlotPicker } from './slot-picker';

type AvailableSlotsProps = {
  court: CourtDetail;
  date: Day;
  lastDay: Day;
  value: string | null;
  onChange: (date: Day, startTime?: string) => void;
};

/** Shows the previous day, inert, until the slots of the selected day have loaded. */
export function AvailableSlots({ court, date, lastDay, value, onChange }: AvailableSlotsProps) {
  const query = useQuery({
    ...availabilityQuery(court.id, date),
    placeholderData: keepPreviousData,
  });
  const { data: slots, errorUpdateCount, isFetching, isPlaceholderData, refetch } = query;
  if (hasFailed(query))
    return (
      <div>
        <p key={errorUpdateCount} role="alert">
          We couldn't load the times.
        </p>
        <Button variant="outline" className="mt-3" busy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  if (!slots)
    return (
      <Loading label="Loading times">
        <div className="grid grid-cols-3 gap-2">
          {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((skeletonKey) => (
            <Skeleton key={skeletonKey} className="h-12" />
          ))}
        </div>
      </Loading>
    );
  return (
    <div inert={isPlaceholderData} className="transition-opacity inert:opacity-55">
      {slots.length === 0 ? (
        <NoSlots key={date} court={court} date={date} lastDay={lastDay} onFound={onChange} />
      ) : (
        <SlotPicker
          court={court}
          slots={slots}
          value={value}
          onChange={(startTime) => onChange(date, startTime)}
        />
      )}
    </div>
  );
}

/** Days per batch of requests. */
const DAYS_PER_BATCH = 7;

/**
 * Finds the first later day with a bookable slot, or null through `lastDay`. Runs on demand and
 * stops on unmount.
 */
const useNextFreeDay = (courtId: string, date: Day, lastDay: Day) => {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: [...courtKeys.availability(courtId, date), 'next free day', lastDay],
    queryFn: async ({ signal }) => {
      for (
        let batchStart = addDays(date, 1);
        batchStart <= lastDay && !signal.aborted;
        batchStart = addDays(batchStart, DAYS_PER_BATCH)
      ) {
        const batchDays = Array.from({ length: DAYS_PER_BATCH }, (_, index) =>
          addDays(batchStart, index),
        ).filter((day) => day <= lastDay);
        const slotsByDay = await Promise.all(
          batchDays.map((candidateDay) =>
            queryClient.fetchQuery(availabilityQuery(courtId, candidateDay)),
          ),
        );
        const freeDay = batchDays.find((_, index) =>
          slotsByDay[index]!.some(({ opensForYouAt }) => opensForYouAt === null),
        );
        if (freeDay) return freeDay;
      }
      return null;
    },
    enabled: false,
    gcTime: 0,
  });
};

function NoSlots({
  court,
  date,
  lastDay,
  onFound,
}: Omit<AvailableSlotsProps, 'value' | 'onChange'> & { onFound: (batchDay: Day) => void }) {
  const nextDaySearch = useNextFreeDay(court.id, date, lastDay);
  const findNextDay = async () => {
    const { data: day } = await nextDaySearch.refetch();
    if (day) onFound(day);
  };
  return (
    <div role="status">
      <p className="text-quiet">No available times for this date</p>
      {nextDaySearch.isError && <p role="alert">We couldn't check the following days.</p>}
      {nextDaySearch.data === null && (
        <p className="mt-1 text-quiet">No times are available through {dayLabel(lastDay)}.</p>
      )}
      {date < lastDay && nextDaySearch.data !== null && (
        <Button
          variant="outline"
          className="mt-3"
          busy={nextDaySearch.isFetching}
          onClick={() => void findNextDay()}
        >
          {nextDaySearch.isFetching ? 'Searching...' : 'Next Available Day'}
        </Button>
      )}
    </div>
  );
}
