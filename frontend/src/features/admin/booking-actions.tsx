import type { PaymentStatus } from '@courtly/contracts/bookings';
import type { RefundBearer } from '@courtly/contracts/admin-money';
import type { AdminBooking } from '@courtly/contracts/admin-users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { bookingMoneyQuery } from '../../resources/admin/desk-queries';
import { useDeskAction } from '../../resources/admin/use-desk-action';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { ReasonDialog } from '../../ui/reason-dialog';
import { Select } from '../../ui/select';
import { DeskActionDialog } from './admin-action-dialog';
import { ADMINS_READ } from './reason-hints';

const bearers = [
  { value: 'platform', label: 'Courtly' },
  { value: 'host', label: 'The host, from their share' },
] as const;

/** A payment was received, so some of it may still be refundable. */
const charged: readonly PaymentStatus[] = ['captured', 'refunded', 'refund_failed'];

type ActionsProps = {
  booking: AdminBooking;
  /** Past and canceled bookings cannot be canceled. */
  isOver?: boolean;
};

export function BookingActions({ booking, isOver = false }: ActionsProps) {
  const [asked, ask] = useState<'cancel' | 'refund' | null>(null);
  const close = () => ask(null);
  return (
    <div className="mt-1 flex flex-wrap gap-3">
      {!isOver && (
        <Button size="sm" variant="outline" onClick={() => ask('cancel')}>
          Cancel Booking
        </Button>
      )}
      {charged.includes(booking.paymentStatus) && (
        <Button size="sm" variant="outline" onClick={() => ask('refund')}>
          Refund
        </Button>
      )}
      {asked === 'cancel' && <CancelByHandDialog booking={booking} onClose={close} />}
      {asked === 'refund' && <RefundDialog booking={booking} onClose={close} />}
    </div>
  );
}

type DialogProps = { booking: AdminBooking; onClose: () => void };

function CancelByHandDialog({ booking: { id: bookingId, court }, onClose }: DialogProps) {
  return (
    <DeskActionDialog
      title="Cancel this booking?"
      description={`${court.name}. The player gets a full refund, and the cancellation doesn't count against the host.`}
      hint="Both the player and the host will see this."
      button="Cancel This Booking"
      act={(reason) =>
        call('POST /api/admin/bookings/:bookingId/cancellations', {
          params: { bookingId },
          body: { reason },
        })
      }
      said="Booking cancelled"
      onClose={onClose}
    />
  );
}

function RefundDialog({ booking: { id: bookingId, court }, onClose }: DialogProps) {
  const { data: money } = useQuery(bookingMoneyQuery(bookingId));
  const [amount, setAmount] = useState('');
  const [bearer, setBearer] = useState<RefundBearer>('platform');
  const { keyOf, settle } = useIdempotencyKey();
  const refund = useDeskAction((reason: string) => {
    const body = { amount: amount.trim(), bearer, reason };
    const key = keyOf(JSON.stringify({ bookingId, ...body }));
    return call('POST /api/admin/bookings/:bookingId/refunds', {
      params: { bookingId },
      body,
      key,
    });
  }, 'The refund is on its way');
  const send = (reason: string) =>
    refund.mutate(reason, { onSuccess: onClose, onSettled: (_, error) => settle(error) });
  return (
    <ReasonDialog
      title="Refund this booking?"
      description={court.name}
      hint={ADMINS_READ}
      button="Refund"
      isDanger={false}
      busy={refund.isPending}
      onSend={send}
      onClose={onClose}
    >
      <Field label="Amount in dollars" hint={money && `You can refund up to $${money.left}.`}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        )}
      </Field>
      <Field
        label="Paid by"
        hint={
          money &&
          (money.isPaidOut
            ? 'The host has already been paid, so Courtly covers the refund.'
            : `The host\'s current share is $${money.hostShare}.`)
        }
      >
        {(control) => (
          <Select
            {...control}
            options={money?.isPaidOut ? bearers.slice(0, 1) : bearers}
            value={bearer}
            onChange={({ target }) => setBearer(target.value as RefundBearer)}
          />
        )}
      </Field>
    </ReasonDialog>
  );
}
