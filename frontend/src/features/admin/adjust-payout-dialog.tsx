import type { AdjustPayoutBody } from '@courtly/contracts/admin-money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { bookingMoneyQuery } from '../../resources/admin/admin-queries';
import { useAdminAction } from '../../resources/admin/use-admin-action';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { ReasonDialog } from '../../ui/reason-dialog';
import { Select } from '../../ui/select';
import { ADMIN_ONLY_HINT } from './reason-hints';

const directionOptions = [
  { value: 'add', label: "Add to the host's share" },
  { value: 'deduct', label: "Deduct from the host's share" },
] as const;

/** Corrects what the host is owed for an hour that is over. */
export function AdjustPayoutDialog({
  bookingId,
  onClose,
}: {
  bookingId: string;
  onClose: () => void;
}) {
  const { data: bookingMoney } = useQuery(bookingMoneyQuery(bookingId));
  const [amount, setAmount] = useState('');
  const [direction, setDirection] = useState<AdjustPayoutBody['direction']>('add');
  const { keyOf, settle } = useIdempotencyKey();
  const adjustMutation = useAdminAction((reason: string) => {
    const requestBody = { direction, amount: amount.trim(), reason };
    return call('POST /api/admin/bookings/:bookingId/payout-adjustments', {
      params: { bookingId },
      body: requestBody,
      key: keyOf(JSON.stringify({ bookingId, ...requestBody })),
    });
  }, 'Payout adjusted');
  const sendAdjustment = (reason: string) =>
    adjustMutation.mutate(reason, { onSuccess: onClose, onSettled: (_, error) => settle(error) });
  return (
    <ReasonDialog
      title="Adjust this payout?"
      description="Courtly pays what you add, and takes back what you deduct. The host sees the amount in their statement."
      hint={ADMIN_ONLY_HINT}
      button="Adjust Payout"
      isDanger={false}
      busy={adjustMutation.isPending}
      onSend={sendAdjustment}
      onClose={onClose}
    >
      <Field label="Change">
        {(controlProps) => (
          <Select
            {...controlProps}
            options={directionOptions}
            value={direction}
            onChange={({ target }) => setDirection(target.value as AdjustPayoutBody['direction'])}
          />
        )}
      </Field>
      <Field
        label="Amount in dollars"
        hint={bookingMoney && `The host's current share is $${bookingMoney.hostShare}.`}
      >
        {(controlProps) => (
          <Input
            {...controlProps}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        )}
      </Field>
    </ReasonDialog>
  );
}
