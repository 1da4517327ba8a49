import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api';
import type { AnyBooking } from '../booking/booking-queries';
import { formatTime, formatShortDate, zoneAbbreviation } from '../../lib/format';
import { Dialog } from '../../ui/dialog';
import { LoadErrors, hasFailed } from '../../ui/load-error';
import { Loading, Skeleton } from '../../ui/skeleton';
import { BookingReviews } from '../review/booking-reviews';
import { historyEntryLabel } from '../booking/booking-labels';
import { bookingKeys } from '../booking/booking-keys';

const historyQuery = (bookingId: string) =>
  queryOptions({
    queryKey: bookingKeys.history(bookingId),
    queryFn: ({ signal }) =>
      call('GET /api/bookings/:bookingId/history', { params: { bookingId }, signal }),
    meta: { live: ['bookings'] },
  });

export function HistoryDrawer({ booking, onClose }: { booking: AnyBooking; onClose: () => void }) {
  const history = useQuery(historyQuery(booking.id));
  const { data } = history;
  return (
    <Dialog
      open
      onClose={onClose}
      side="right"
      title="Booking history"
      description={booking.court.name}
    >
      {!data && !hasFailed(history) && (
        <Loading label="Loading the history">
          <Skeleton className="h-16" />
          <Skeleton className="mt-4 h-16" />
        </Loading>
      )}
      <LoadErrors className="" label="the history" queries={[history]} />
      <ol className="border-l border-brass-line">
        {data?.map((historyEntry) => {
          const { title, lines } = historyEntryLabel(historyEntry);
          return (
            <li key={historyEntry.id} className="relative pb-6 pl-6 last:pb-0">
              <span
                aria-hidden
                className="absolute top-2 -left-[5px] size-2.5 rounded-full bg-brass"
              />
              <p className="font-semibold">{title}</p>
              <time dateTime={historyEntry.at} className="figures text-small text-quiet">
                {formatShortDate(historyEntry.at, booking)}, {formatTime(historyEntry.at, booking)}{' '}
                {zoneAbbreviation(historyEntry.at, booking)}
              </time>
              {lines.map((detailLine) => (
                <p key={detailLine} dir="auto" className="figures">
                  {detailLine}
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
