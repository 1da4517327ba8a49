import type { PaymentStatus } from '@courtly/contracts/bookings';
import type { RefundBearer } from '@courtly/contracts/admin-money';
import type { AdminBooking } from '@courtly/contracts/admin-users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { bookingMoneyQuery } from '../../resources/admin/admin-queries';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { LoadErrors } from '../../ui/load-error';
import { Select } from '../../ui/select';
import { AdjustPayoutDialog } from './adjust-payout-dialog';
import { AdminActionDialog } from './admin-action-dialog';
import { AmountField, amountIn } from './amount-field';
import { BookingGuestsDialog } from './booking-guests-dialog';
import { HoldPayoutDialog } from './payout-hold-dialogs';

const bearerOptions = [
  { value: 'platform', label: 'Courtly' },
  { value: 'host', label: 'The host, from their share' },
] as const;

/** A payment was received, so some of it may still be refundable. */
const refundableStatuses: readonly PaymentStatus[] = ['captured', 'refunded', 'refund_failed'];

type BookingActionsProps = {
  booking: AdminBooking;
  /** Past and canceled bookings cannot be canceled. */
  isOver?: boolean;
};

type PendingAction = 'cancel' | 'refund' | 'adjust' | 'hold' | 'guests';

export function BookingActions({ booking, isOver = false }: BookingActionsProps) {
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null);
  const closeDialog = () => setPendingAction(null);
  return (
    <>
      {!isOver && (
        <Button size="sm" variant="outline" onClick={() => setPendingAction('cancel')}>
          Cancel Booking
        </Button>
      )}
      {refundableStatuses.includes(booking.paymentStatus) && (
        <Button size="sm" variant="outline" onClick={() => setPendingAction('refund')}>
          Refund
        </Button>
      )}
      {isOver && refundableStatuses.includes(booking.paymentStatus) && (
        <>
          <Button size="sm" variant="outline" onClick={() => setPendingAction('adjust')}>
            Adjust Payout
          </Button>
          <Button size="sm" variant="outline" onClick={() => setPendingAction('hold')}>
            Hold Payout
          </Button>
        </>
      )}
      <Button size="sm" variant="outline" onClick={() => setPendingAction('guests')}>
        Guests
      </Button>
      {pendingAction === 'guests' && (
        <BookingGuestsDialog booking={booking} onClose={closeDialog} />
      )}
      {pendingAction === 'adjust' && (
        <AdjustPayoutDialog bookingId={booking.id} onClose={closeDialog} />
      )}
      {pendingAction === 'hold' && (
        <HoldPayoutDialog subject={{ bookingId: booking.id }} onClose={closeDialog} />
      )}
      {pendingAction === 'cancel' && (
        <CancelBookingDialog booking={booking} onClose={closeDialog} />
      )}
      {pendingAction === 'refund' && <RefundDialog booking={booking} onClose={closeDialog} />}
    </>
  );
}

type ActionDialogProps = { booking: Pick<AdminBooking, 'id' | 'court'>; onClose: () => void };

export function CancelBookingDialog({
  booking: { id: bookingId, court },
  onClose,
}: ActionDialogProps) {
  return (
    <AdminActionDialog
      title="Cancel this booking?"
      description={`${court.name}. The player gets a full refund, and the cancellation doesn't count against the host.`}
      hint="Both the player and the host will see this."
      button="Cancel This Booking"
      mutationFn={(reason) =>
        call('POST /api/admin/bookings/:bookingId/cancellations', {
          params: { bookingId },
          body: { reason },
        })
      }
      successMessage="Booking canceled"
      onClose={onClose}
    />
  );
}

export function RefundDialog({ booking: { id: bookingId, court }, onClose }: ActionDialogProps) {
  const moneyQuery = useQuery(bookingMoneyQuery(bookingId));
  const { data: bookingMoney } = moneyQuery;
  const [amount, setAmount] = useState('');
  const [bearer, setBearer] = useState<RefundBearer>('platform');
  return (
    <AdminActionDialog
      title="Refund this booking?"
      description={court.name}
      button="Refund"
      isDanger={false}
      mutationFn={(reason, keyOf) => {
        const body = { amount: amountIn(amount), bearer, reason };
        return call('POST /api/admin/bookings/:bookingId/refunds', {
          params: { bookingId },
          body,
          key: keyOf({ bookingId, ...body }),
        });
      }}
      successMessage="The refund is on its way"
      onClose={onClose}
    >
      <LoadErrors className="" label="the amounts of this booking" queries={[moneyQuery]} />
      <AmountField
        hint={bookingMoney && `You can refund up to $${bookingMoney.left}.`}
        value={amount}
        onChange={setAmount}
      />
      <Field
        label="Paid by"
        hint={
          bookingMoney &&
          `The host's current share is $${bookingMoney.hostShare}.${
            bookingMoney.isPaidOut
              ? " The host has been paid, so Courtly takes back the host's part."
              : ''
          }`
        }
      >
        {(controlProps) => (
          <Select
            {...controlProps}
            options={bearerOptions}
            value={bearer}
            onChange={({ target }) => setBearer(target.value as RefundBearer)}
          />
        )}
      </Field>
    </AdminActionDialog>
  );
}
