import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCancelBooking } from './booking-mutations';
import { NoteField } from './note-field';
import { type AnyBooking, cancellationQuery, isHostBooking } from './booking-queries';
import { pageHeading } from '../../lib/page-heading';
import { Button } from '../../ui/button';
import { CourtTime } from '../../ui/time';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { LoadErrors, hasFailed } from '../../ui/load-error';
import { Price } from '../../ui/price';
import { Select } from '../../ui/select';
import { Loading, Skeleton } from '../../ui/skeleton';
import { DeclineDialog } from './decline-dialog';
import { refundRuleLabels, unchargedRuleLabels } from './booking-labels';

const excuseOptions = [
  { value: '', label: 'Another reason' },
  { value: 'weather', label: 'Weather' },
  { value: 'safety', label: 'Safety' },
];

type CancelDialogProps = { booking: AnyBooking; onClose: () => void };

/** Asks for confirmation of a cancellation, or asks a host for the reason to decline a request. */
export function CancelDialog({ booking: openedBooking, onClose }: CancelDialogProps) {
  // The list shows the cancellation before the server has accepted it.
  const [booking] = useState(openedBooking);
  const isDecline = isHostBooking(booking) && booking.status === 'pending';
  const ResponseDialog = isDecline ? DeclineDialog : CancellationDialog;
  return <ResponseDialog booking={booking} onClose={onClose} />;
}

function CancellationDialog({ booking, onClose }: CancelDialogProps) {
  const cancellationQuote = useQuery(cancellationQuery(booking.id));
  const isUnpaid = booking.paymentStatus === 'unpaid';
  const isUncharged = isUnpaid || booking.paymentStatus === 'authorised';
  const cancelBooking = useCancelBooking();
  const [cancelNote, setCancelNote] = useState('');
  const [cancelExcuse, setCancelExcuse] = useState('');
  const isResolved = useRef(false);
  const confirmCancellation = (expectedRefund: string) => {
    const onSuccess = () => {
      isResolved.current = true;
      onClose();
    };
    cancelBooking.mutate(
      {
        bookingId: booking.id,
        expectedRefund,
        ...(cancelNote.trim() && { reason: cancelNote.trim() }),
        ...(cancelExcuse && { excuse: cancelExcuse as 'weather' | 'safety' }),
      },
      { onSuccess },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={() => (isResolved.current ? pageHeading() : null)}
      title="Cancel this booking?"
      description={booking.court.name}
      footer={
        <>
          <CloseButton>Keep Booking</CloseButton>
          <Button
            variant="danger"
            busy={cancelBooking.isPending}
            disabled={!cancellationQuote.data}
            onClick={() =>
              cancellationQuote.data && confirmCancellation(cancellationQuote.data.refundAmount)
            }
          >
            Cancel Booking
          </Button>
        </>
      }
    >
      <CourtTime hour={booking} />
      {!cancellationQuote.data && !hasFailed(cancellationQuote) && (
        <Loading label="Calculating the refund">
          <Skeleton className="mt-6 h-28" />
        </Loading>
      )}
      <LoadErrors className="mt-6" label="the refund" queries={[cancellationQuote]} />
      {cancellationQuote.data && (
        <div className="mt-6 border-y border-rule py-5">
          <p>
            {isUnpaid
              ? "You haven't paid, so the host hasn't seen this request. Canceling it is free."
              : (isUncharged && unchargedRuleLabels[cancellationQuote.data.rule]) ||
                refundRuleLabels[cancellationQuote.data.rule]}
          </p>
          {booking.paymentStatus === 'not_required' && (
            <p className="mt-2 text-quiet">
              Nothing was charged. This is what the refund would be.
            </p>
          )}
          <dl className="mt-4 grid grid-cols-[1fr_auto] gap-y-1.5 [&>dd]:text-right">
            <dt className="text-quiet">Booking total</dt>
            <dd>
              <Price amount={cancellationQuote.data.totalAmount} />
            </dd>
            <dt className="font-semibold">
              {isUncharged
                ? 'Not charged'
                : isHostBooking(booking)
                  ? 'Refund to the player'
                  : 'Your refund'}
            </dt>
            <dd className="font-semibold">
              <Price amount={cancellationQuote.data.refundAmount} />
            </dd>
          </dl>
        </div>
      )}
      <div className="mt-6 grid gap-5">
        {isHostBooking(booking) && (
          <Field label="Reason" hint="Weather and safety don't count against you.">
            {(controlProps) => (
              <Select
                {...controlProps}
                options={excuseOptions}
                value={cancelExcuse}
                onChange={(event) => setCancelExcuse(event.target.value)}
              />
            )}
          </Field>
        )}
        {!isUnpaid && (
          <NoteField
            label="Note"
            hint={
              booking.status === 'pending' &&
              "The host won't see phone numbers or email addresses in it."
            }
            value={cancelNote}
            onChange={setCancelNote}
          />
        )}
      </div>
    </Dialog>
  );
}
