import type { CourtDetail } from '@courtly/contracts/courts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Day, addDays, dayWords } from '../../lib/days';
import { Button } from '../../ui/button';
import { Loading, Skeleton } from '../../ui/skeleton';
import { availabilityQuery } from './api';
import { SlotPicker } from './slot-picker';

type Props = {
  court: CourtDetail;
  date: Day;
  last: Day;
  value: string | null;
  onChange: (date: Day, start?: string) => void;
};

/**
 * The hours of a day to choose from; where there are none, a way to the next day that has some. Until a day's hours are there,
 * those of the day before stand in their place, out of reach.
 */
export function Times({ court, date, last, value, onChange }: Props) {
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
        <p>The times could not be loaded.</p>
        <Button variant="outline" className="mt-3" busy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  return (
    <div inert={isPlaceholderData} className="transition-opacity inert:opacity-55">
      {slots.length === 0 ? (
        <NoTimes key={date} {...{ court, date, last }} onFound={onChange} />
      ) : (
        <SlotPicker slots={slots} value={value} onChange={(start) => onChange(date, start)} />
      )}
    </div>
  );
}

function NoTimes({ court, date, last, onFound }: Omit<Props, 'value' | 'onChange'> & { onFound: (day: Day) => void }) {
  const client = useQueryClient();
  const search = useMutation({
    mutationFn: async () => {
      for (let day = addDays(date, 1); day <= last; day = addDays(day, 1)) {
        const slots = await client.fetchQuery(availabilityQuery(court.id, day));
        if (slots.some(({ opensForYouAt }) => opensForYouAt === null)) return day;
      }
      return null;
    },
    onSuccess: (day) => day && onFound(day),
  });
  return (
    <div role="status">
      <p className="text-quiet">No available times for this date</p>
      {search.data === null && <p className="mt-1 text-quiet">Nor on any day until {dayWords(last)}.</p>}
      {date < last && search.data !== null && (
        <Button variant="outline" className="mt-3" busy={search.isPending} onClick={() => search.mutate()}>
          {search.isPending ? 'Looking...' : 'Next Free Day'}
        </Button>
      )}
    </div>
  );
}
