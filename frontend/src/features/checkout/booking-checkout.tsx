import type { Booking } from '@courtly/contracts/bookings';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { paths } from '../../config/paths';
import { ApiError, errorMessage } from '../../lib/api';
import { formatTime, formatShortDate, zoneAbbreviation } from '../../lib/format';
import { pageHeading } from '../../lib/page-heading';
import { PageMeta } from '../../lib/page-meta';
import { useNow } from '../../lib/use-now';
import { AddToCalendar } from '../../resources/booking/add-to-calendar';
import { BookAgainLink } from '../../resources/booking/book-again-link';
import { BookingBadge } from '../../resources/booking/booking-badge';
import { BookingSteps } from '../../resources/booking/booking-steps';
import { bookingQuery, isHostBooking } from '../../resources/booking/booking-queries';
import { belongsInCalendar } from '../../resources/booking/calendar';
import { PaperLink } from '../../resources/paper/paper-link';
import { cancelReasonLabels } from '../../resources/booking/reason-labels';
import { CourtImage } from '../../resources/court/court-image';
import { useSendChallenge } from '../../resources/player/challenge-mutation';
import { ChallengeNote } from '../../resources/player/challenge-note';
import { paymentNote } from '../../resources/payment/payment-note';
import { TestPayments } from '../../resources/payment/test-payments';
import { Button, LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { hasFailed } from '../../ui/load-error';
import { Skeleton } from '../../ui/skeleton';
import { BookingPayment } from './booking-payment';
import { NextSteps } from './next-steps';
import { BookingSummary } from './booking-summary';

const isPayable = ({ status, paymentStatus }: Booking) =>
  status === 'pending' && paymentStatus === 'unpaid';

const statusTitles = {
  pending: 'Your request is with the host',
  confirmed: 'Your court is booked',
  completed: 'Thanks for playing',
  cancelled: 'This booking was canceled',
} as const;

const checkoutTitle = (booking: Booking) =>
  isPayable(booking) ? 'Confirm and pay' : statusTitles[booking.status];

export function BookingCheckout({ bookingId }: { bookingId: string }) {
  const query = useQuery(bookingQuery(bookingId));
  const { data: booking, error, errorUpdateCount, isFetching, refetch } = query;
  const isFailed = hasFailed(query);
  useFocusWhenPaid(booking);
  const isMissing = error instanceof ApiError && error.status === 404;
  const pageTitle = booking
    ? checkoutTitle(booking)
    : isFailed
      ? 'Failed to load checkout'
      : 'Your booking';
  return (
    <section className="page pt-8 md:pt-14">
      <PageMeta title={pageTitle} />
      {booking && !isHostBooking(booking) && booking.status !== 'cancelled' && (
        <BookingSteps current={isPayable(booking) ? 'Pay' : 'Done'} className="mb-6 max-w-xl" />
      )}
      <h1 className="max-w-3xl font-display text-5xl leading-none tracking-tight">{pageTitle}</h1>
      {booking && <CheckoutDetails booking={booking} />}
      {!booking && !isFailed && <Skeleton className="mt-8 h-80" />}
      {isFailed && (
        <EmptyState
          className="mt-8"
          title={
            <span key={errorUpdateCount} role="alert">
              {isMissing
                ? "We couldn't find this booking."
                : errorMessage(error, 'Please try again.')}
            </span>
          }
          action={
            isMissing ? (
              <LinkButton to={paths.bookings}>My Bookings</LinkButton>
            ) : (
              <Button busy={isFetching} onClick={() => void refetch()}>
                Try Again
              </Button>
            )
          }
        />
      )}
    </section>
  );
}

/** Payment removes the form with its focused button, so this moves the focus to the heading. */
const useFocusWhenPaid = (booking: Booking | undefined) => {
  const wasPayable = useRef(false);
  const isPayableNow = booking && isPayable(booking);
  useEffect(() => {
    if (isPayableNow === undefined) return;
    if (wasPayable.current && !isPayableNow) {
      scrollTo(0, 0);
      pageHeading()?.focus();
    }
    wasPayable.current = isPayableNow;
  }, [isPayableNow]);
};

const nextStepText = (booking: Booking): string => {
  const { status, answerBy, cancelReason } = booking;
  switch (status) {
    case 'pending':
      return answerBy
        ? `The host will respond by ${formatShortDate(answerBy, booking)}, ${formatTime(answerBy, booking)} ${zoneAbbreviation(answerBy, booking)}.`
        : 'The host will respond to your request.';
    case 'confirmed':
      return 'The host is expecting you.';
    case 'completed':
      return 'We hope you enjoyed it.';
    case 'cancelled':
      return cancelReason ? `${cancelReasonLabels[cancelReason]}.` : '';
  }
};

/** Canceling a pending request is always free. `now` is the current instant (UTC). */
const cancellationNote = (booking: Booking, now: string): string | null => {
  const { status, canCancel, freeCancelUntil } = booking;
  if (!canCancel) return null;
  const deadline = `${formatShortDate(freeCancelUntil, booking)}, ${formatTime(freeCancelUntil, booking)} ${zoneAbbreviation(freeCancelUntil, booking)}`;
  if (freeCancelUntil > now) return `Free cancellation until ${deadline}.`;
  return status === 'pending'
    ? 'Free cancellation until the host responds.'
    : `Free cancellation ended ${deadline}.`;
};

const CancellationPolicyLink = () => (
  <PaperLink paper="cancellationPolicy">Cancellation policy</PaperLink>
);

function CheckoutDetails({ booking }: { booking: Booking }) {
  const { court } = booking;
  const now = useNow();
  const cancellationText = cancellationNote(booking, now);
  const isAhead =
    !isHostBooking(booking) && booking.status === 'confirmed' && booking.endTime > now;
  const cancellation = cancellationText && (
    <p>
      {cancellationText} <CancellationPolicyLink />
    </p>
  );
  const challengeFailed = useSendChallenge(booking);
  return (
    <div className="mt-8 grid gap-x-16 gap-y-6 lg:grid-cols-2">
      <CourtImage {...court} className="aspect-3/1 rounded-md! lg:aspect-4/3" />
      <div>
        {!isPayable(booking) && <BookingStatusNote booking={booking} />}
        <BookingSummary booking={booking} />
        <ChallengeNote
          todo={
            challengeFailed
              ? 'please let them know the time yourself'
              : "we'll let them know the time once it is confirmed"
          }
          className="mt-6"
        />
        {isPayable(booking) ? (
          <div className="mt-6 grid gap-6">
            <TestPayments />
            <BookingPayment booking={booking} policy={cancellationText} />
            <p className="text-small text-quiet">
              The <PaperLink paper="terms">terms of service</PaperLink> apply.{' '}
              <CancellationPolicyLink />
            </p>
          </div>
        ) : (
          <>
            {isAhead ? (
              <NextSteps booking={booking} cancellation={cancellation} />
            ) : (
              cancellation && <div className="mt-4 text-quiet">{cancellation}</div>
            )}
            <div className="mt-8 flex flex-wrap gap-3">
              <LinkButton to={paths.bookings}>My Bookings</LinkButton>
              {belongsInCalendar(booking, now) && <AddToCalendar booking={booking} />}
              <LinkButton to={paths.court(court.id)} variant="outline">
                Back to Court
              </LinkButton>
              {!isHostBooking(booking) && booking.status !== 'pending' && (
                <BookAgainLink booking={booking} now={now} />
              )}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

function BookingStatusNote({ booking }: { booking: Booking }) {
  const now = useNow();
  const paymentText =
    paymentNote(booking, now) ??
    (booking.status === 'completed' ? null : 'Nothing is charged now.');
  return (
    <div role="status" className="mb-6">
      <p className="flex flex-wrap items-center gap-3">
        <BookingBadge status={booking.status} />
        <span>{nextStepText(booking)}</span>
      </p>
      {paymentText && <p className="mt-2">{paymentText}</p>}
    </div>
  );
}
