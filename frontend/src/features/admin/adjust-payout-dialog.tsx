import type { AdjustPayoutBody } from '@courtly/contracts/admin-money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { bookingMoneyQuery } from '../../resources/admin/admin-queries';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';
import { LoadErrors } from '../../ui/load-error';
import { Select } from '../../ui/select';
import { AdminActionDialog } from './admin-action-dialog';
import { AmountField, amountIn } from './amount-field';

const directionOptions = [
  { value: 'add', label: "Add to the host's share" },
  { value: 'deduct', label: "Deduct from the host's share" },
] as const;

type AdjustPayoutDialogProps = { bookingId: string; onClose: () => void };

/** Adjusts the amount that the host is owed for a past hour. */
export function AdjustPayoutDialog({ bookingId, onClose }: AdjustPayoutDialogProps) {
  const moneyQuery = useQuery(bookingMoneyQuery(bookingId));
  const { data: bookingMoney } = moneyQuery;
  const [amount, setAmount] = useState('');
  const [hostNote, setHostNote] = useState('');
  const [direction, setDirection] = useState<AdjustPayoutBody['direction']>('add');
  return (
    <AdminActionDialog
      title="Adjust this payout?"
      description="Courtly pays the amount that you add, or takes back the amount that you deduct."
      button="Adjust Payout"
      isDanger={false}
      mutationFn={(reason, keyOf) => {
        const body = { direction, amount: amountIn(amount), hostNote: hostNote.trim(), reason };
        return call('POST /api/admin/bookings/:bookingId/payout-adjustments', {
          params: { bookingId },
          body,
          key: keyOf({ bookingId, ...body }),
        });
      }}
      successMessage="Payout adjusted"
      onClose={onClose}
    >
      <LoadErrors className="" label="the amounts of this booking" queries={[moneyQuery]} />
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
      <AmountField
        hint={bookingMoney && `The host's current share is $${bookingMoney.hostShare}.`}
        value={amount}
        onChange={setAmount}
      />
      <Field label="Note to the host" required hint="On their statement and in an email.">
        {(controlProps) => (
          <Textarea
            {...controlProps}
            rows={2}
            maxLength={300}
            value={hostNote}
            onChange={({ target }) => setHostNote(target.value)}
          />
        )}
      </Field>
    </AdminActionDialog>
  );
}
