import type { CourtDetail } from '@courtly/contracts/courts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Day, addDays, dayLabel } from '../../lib/days';
import { Button } from '../../ui/button';
import { Loading, Skeleton } from '../../ui/skeleton';
import { availabilityQuery } from '../../resources/court/availability-query';
import { courtKeys } from '../../resources/court/court-keys';
import { SlotPicker } from './slot-picker';

type Props = {
  court: CourtDetail;
  date: Day;
  last: Day;
  value: string | null;
  onChange: (date: Day, start?: string) => void;
};

/** Shows the previous day, inert, until the slots of the selected day have loaded. */
export function AvailableSlots({ court, date, last, value, onChange }: Props) {
  const {
    data: slots,
    isPending,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery({ ...availabilityQuery(court.id, date), placeholderData: keepPreviousData });
  if (isPending)
    return (
      <Loading label="Loading times">
        <div className="grid grid-cols-3 gap-2">
          {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((key) => (
            <Skeleton key={key} className="h-12" />
          ))}
        </div>
      </Loading>
    );
  if (!slots)
    return (
      <div role="alert">
        <p>We couldn't load the times.</p>
        <Button variant="outline" className="mt-3" busy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  return (
    <div inert={isPlaceholderData} className="transition-opacity inert:opacity-55">
      {slots.length === 0 ? (
        <NoSlots key={date} {...{ court, date, last }} onFound={onChange} />
      ) : (
        <SlotPicker slots={slots} value={value} onChange={(start) => onChange(date, start)} />
      )}
    </div>
  );
}

/** Days per batch of requests. */
const TOGETHER = 7;

/**
 * Finds the first later day with a bookable slot, or null through `last`. Runs on demand and stops
 * on unmount.
 */
const useNextFreeDay = (courtId: string, date: Day, last: Day) => {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...courtKeys.availability(courtId, date), 'next free day', last],
    queryFn: async ({ signal }) => {
      for (
        let first = addDays(date, 1);
        first <= last && !signal.aborted;
        first = addDays(first, TOGETHER)
      ) {
        const days = Array.from({ length: TOGETHER }, (_, index) => addDays(first, index)).filter(
          (day) => day <= last,
        );
        const slots = await Promise.all(
          days.map((day) => client.fetchQuery(availabilityQuery(courtId, day))),
        );
        const found = days.find((_, index) =>
          slots[index]!.some(({ opensForYouAt }) => opensForYouAt === null),
        );
        if (found) return found;
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
  last,
  onFound,
}: Omit<Props, 'value' | 'onChange'> & { onFound: (day: Day) => void }) {
  const search = useNextFreeDay(court.id, date, last);
  const find = async () => {
    const { data: day } = await search.refetch();
    if (day) onFound(day);
  };
  return (
    <div role="status">
      <p className="text-quiet">No available times for this date</p>
      {search.isError && <p role="alert">We couldn't check the following days.</p>}
      {search.data === null && (
        <p className="mt-1 text-quiet">No times are available through {dayLabel(last)}.</p>
      )}
      {date < last && search.data !== null && (
        <Button
          variant="outline"
          className="mt-3"
          busy={search.isFetching}
          onClick={() => void find()}
        >
          {search.isFetching ? 'Searching...' : 'Next Available Day'}
        </Button>
      )}
    </div>
  );
}
