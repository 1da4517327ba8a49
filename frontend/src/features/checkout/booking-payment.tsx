import type { Booking } from '@courtly/contracts/bookings';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { errorMessage } from '../../lib/api';
import { formatMoney } from '../../lib/format';
import { PaymentForm } from '../../resources/payment/payment-form';
import { bookingPaymentQuery } from '../../resources/payment/payment-queries';
import { fullName } from '../../resources/session/person-labels';
import { useSession } from '../../resources/session/session';
import { Button, LinkButton } from '../../ui/button';
import { hasFailed } from '../../ui/load-error';
import { Loading, Skeleton } from '../../ui/skeleton';
import { Countdown } from './countdown';

/** The polling interval while waiting for Stripe. Live events may arrive sooner. */
const POLL_INTERVAL_MS = 2_000;

type BookingPaymentProps = { booking: Booking; policy: string | null };

/** Collects the card payment for a reserved hour. Live events report the result. */
export function BookingPayment({ booking, policy }: BookingPaymentProps) {
  const { user } = useSession();
  const [isConfirmed, setConfirmed] = useState(false);
  const query = useQuery({
    ...bookingPaymentQuery(booking.id),
    refetchInterval: ({ state: { data } }) =>
      isConfirmed || !data?.clientSecret ? POLL_INTERVAL_MS : false,
  });
  const { data: bookingPayment, error, errorUpdateCount, isFetching, refetch } = query;
  const totalLabel = formatMoney(booking.totalAmount);
  if (hasFailed(query))
    return (
      <div>
        <p key={errorUpdateCount} role="alert" className="text-bad">
          {errorMessage(error, 'Failed to initialize payment. Please try again.')}
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button busy={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
          <LinkButton to={paths.court(booking.court.id)} variant="outline">
            Back to Court
          </LinkButton>
        </div>
      </div>
    );
  if (isConfirmed)
    return (
      <p role="status" className="border-y border-rule py-5">
        Your bank approved the payment. We're letting the host know. This page will update shortly,
        and you can safely leave it.
      </p>
    );
  return (
    <div className="grid gap-6">
      {booking.payBy && <Countdown subject="The hour" deadline={booking.payBy} />}
      {bookingPayment?.clientSecret && user ? (
        <PaymentForm
          clientSecret={bookingPayment.clientSecret}
          name={fullName(user)}
          action={
            booking.instantBook ? `Pay ${totalLabel}` : `Authorize ${totalLabel} and Send Request`
          }
          onConfirmed={() => setConfirmed(true)}
        />
      ) : (
        <Loading label="Preparing the payment">
          <Skeleton className="h-28" />
        </Loading>
      )}
      <p className="text-small text-quiet">
        {booking.instantBook
          ? 'The hour is yours once your bank approves. We charge your card when free cancellation ends, or immediately if that would be too late.'
          : "We authorize your card now. If the host approves, we charge it when free cancellation ends, or immediately if that would be too late. If the host doesn't approve, we release the authorization."}{' '}
        {policy}
      </p>
    </div>
  );
}
