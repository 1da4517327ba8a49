import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api';
import type { AnyBooking } from './booking-queries';
import { clock, shortDate, zoneName } from '../../lib/format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Loading, Skeleton } from '../../ui/skeleton';
import { BookingReviews } from '../review/booking-reviews';
import { historyEntryLabel } from './booking-labels';
import { bookingKeys } from './booking-keys';

const historyQuery = (bookingId: string) =>
  queryOptions({
    queryKey: bookingKeys.history(bookingId),
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/history', { params: { bookingId }, signal }),
    meta: { live: ['bookings'] },
  });

export function HistoryDrawer({ booking, onClose }: { booking: AnyBooking; onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(historyQuery(booking.id));
  const { zone } = booking;
  return (
    <Dialog
      open
      onClose={onClose}
      side="right"
      title="Booking history"
      description={booking.court.name}
    >
      {isPending && (
        <Loading label="Loading the history">
          <Skeleton className="h-16" />
          <Skeleton className="mt-4 h-16" />
        </Loading>
      )}
      {error && !data && (
        <div role="alert">
          <p className="text-bad">{messageOf(error, 'The history could not be loaded.')}</p>
          <Button variant="outline" className="mt-3" onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      )}
      <ol className="border-l border-brass-line">
        {data?.map((entry) => {
          const { title, lines } = historyEntryLabel(entry);
          return (
            <li key={entry.id} className="relative pb-6 pl-6 last:pb-0">
              <span
                aria-hidden
                className="absolute top-2 -left-[5px] size-2.5 rounded-full bg-brass"
              />
              <p className="font-semibold">{title}</p>
              <time dateTime={entry.at} className="figures text-[0.9375rem] text-quiet">
                {shortDate(entry.at, zone)}, {clock(entry.at, zone)} {zoneName(entry.at, zone)}
              </time>
              {lines.map((line) => (
                <p key={line} dir="auto" className="figures">
                  {line}
                </p>
              ))}
            </li>
          );
        })}
      </ol>
      {booking.status === 'completed' && <BookingReviews booking={booking} />}
    </Dialog>
  );
}
