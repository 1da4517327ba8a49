import type { Booking } from '@courtly/contracts/bookings';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError, messageOf } from '../../lib/api';
import { clock, shortDate, zoneName } from '../../lib/format';
import { addMoney } from '../../lib/money';
import { PageMeta } from '../../lib/page-meta';
import { Button, LinkButton } from '../../ui/button';
import { placeLabel } from '../../resources/court/court-labels';
import { CourtImage } from '../../resources/court/court-image';
import { EmptyState } from '../../ui/empty-state';
import { Price } from '../../ui/price';
import { Skeleton } from '../../ui/skeleton';
import { CourtTime } from '../../ui/time';
import { ArrivalNote } from '../../resources/booking/arrival-note';
import { BookingBadge } from '../../resources/booking/booking-badge';
import { bookingQuery } from '../../resources/booking/booking-queries';

const titles = {
  pending: 'Your request is with the host',
  confirmed: 'Your court is booked',
  completed: 'You have played',
  cancelled: 'This booking was cancelled',
} as const;

export function CheckoutPage() {
  const [query] = useSearchParams();
  const bookingId = query.get('bookingId');
  return bookingId ? <Checkout bookingId={bookingId} /> : <Navigate replace to={paths.elite} />;
}

function Checkout({ bookingId }: { bookingId: string }) {
  const { data: booking, error, refetch } = useQuery(bookingQuery(bookingId));
  const missing = error instanceof ApiError && error.status === 404;
  const title = booking ? titles[booking.status] : error ? 'Failed to load checkout' : 'Your booking';
  return (
    <section className="page pt-8 md:pt-14">
      <PageMeta title={title} />
      <h1 className="max-w-3xl font-display text-5xl leading-none tracking-tight">{title}</h1>
      {booking && <Summary booking={booking} />}
      {!booking && !error && <Skeleton className="mt-8 h-80" />}
      {error && !booking && (
        <EmptyState
          className="mt-8"
          title={missing ? 'There is no such booking.' : messageOf(error, 'Please try again.')}
          action={
            missing ? (
              <LinkButton to={paths.bookings}>My Bookings</LinkButton>
            ) : (
              <Button onClick={() => void refetch()}>Try again</Button>
            )
          }
        />
      )}
    </section>
  );
}

/** Where the booking stands and what comes next. */
const nextStep = ({ status, answerBy, zone }: Booking): string => {
  if (status === 'pending')
    return answerBy
      ? `The host answers by ${shortDate(answerBy, zone)}, ${clock(answerBy, zone)} ${zoneName(answerBy, zone)}; nothing is charged now.`
      : 'The host answers your request; nothing is charged now.';
  return status === 'confirmed' ? 'The host expects you; nothing is charged now.' : 'Nothing is charged now.';
};

/** What giving the hour back costs, as long as it can be given back. A request that waits for its answer costs nothing. */
const cancellationNote = ({ status, canCancel, freeCancelUntil, zone }: Booking): string | null => {
  if (!canCancel) return null;
  const until = `${shortDate(freeCancelUntil, zone)}, ${clock(freeCancelUntil, zone)} ${zoneName(freeCancelUntil, zone)}`;
  if (Date.parse(freeCancelUntil) > Date.now()) return `Free cancellation until ${until}.`;
  return status === 'pending' ? 'Free cancellation until the host answers.' : `Free cancellation ended ${until}.`;
};

function Summary({ booking }: { booking: Booking }) {
  const { court, status, startTime, endTime, zone, totalAmount, serviceFee } = booking;
  const cancellation = cancellationNote(booking);
  return (
    <div className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-2">
      <CourtImage {...court} className="aspect-16/9 h-auto w-full rounded-md lg:aspect-4/3" />
      <div>
        <p role="status" className="flex flex-wrap items-center gap-3">
          <BookingBadge status={status} />
          <span>{nextStep(booking)}</span>
        </p>
        <dl className="mt-6 grid grid-cols-[auto_1fr] border-t border-rule [&>*]:border-b [&>*]:border-rule [&>*]:py-3.5 [&>dt]:pr-8 [&>dt]:text-quiet">
          <dt>Court</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere">
            {court.name}
            <span dir="auto" className="block text-quiet">
              {placeLabel(court)}
            </span>
          </dd>
          <dt>Time</dt>
          <dd>
            <CourtTime start={startTime} end={endTime} zone={zone} />
          </dd>
          <dt>One hour</dt>
          <dd>
            <Price amount={addMoney([totalAmount, `-${serviceFee}`])} />
          </dd>
          <dt>Service fee</dt>
          <dd>
            <Price amount={serviceFee} />
          </dd>
          <dt>Total</dt>
          <dd className="font-semibold">
            <Price amount={totalAmount} />
          </dd>
        </dl>
        <div className="mt-6 empty:hidden">
          <ArrivalNote arrival={booking.arrival} />
        </div>
        {cancellation && <p className="mt-4 text-quiet">{cancellation}</p>}
        <div className="mt-8 flex flex-wrap gap-3">
          <LinkButton to={paths.bookings}>My Bookings</LinkButton>
          <LinkButton to={paths.court(court.id)} variant="outline">
            Back to the court
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
