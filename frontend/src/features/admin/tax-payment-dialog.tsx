import { useState } from 'react';
import { call } from '../../lib/api';
import { type Month, monthLabel } from '../../lib/months';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { AdminActionDialog } from './admin-action-dialog';
import { AmountField, amountIn } from './amount-field';

type TaxPaymentDialogProps = {
  city: string;
  owed: string;
  months: readonly Month[];
  onClose: () => void;
};

/** Records tax that Courtly has paid to a city. */
export function TaxPaymentDialog({ city, owed, months, onClose }: TaxPaymentDialogProps) {
  const [amount, setAmount] = useState(owed);
  // A payment to a city is usually for the previous month.
  const [month, setMonth] = useState(months[1] ?? months[0]!);
  const [paidOn, setPaidOn] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <AdminActionDialog
      title={`Record a tax payment to ${city}?`}
      description="Record what has left the bank. It reduces the tax that the books show as owed."
      label="Note"
      button="Record Payment"
      isDanger={false}
      mutationFn={(note, keyOf) => {
        const body = { city, month, amount: amountIn(amount), paidOn, note };
        return call('POST /api/admin/accounting/tax-payments', { body, key: keyOf(body) });
      }}
      successMessage="Tax payment recorded"
      onClose={onClose}
    >
      <Field label="For the month">
        {(controlProps) => (
          <Select
            {...controlProps}
            options={months.map((option) => ({ value: option, label: monthLabel(option) }))}
            value={month}
            onChange={({ target }) => setMonth(target.value)}
          />
        )}
      </Field>
      <AmountField hint={`$${owed} is owed.`} value={amount} onChange={setAmount} />
      <Field label="Paid on" required>
        {(controlProps) => (
          <Input
            {...controlProps}
            type="date"
            value={paidOn}
            onChange={({ target }) => setPaidOn(target.value)}
          />
        )}
      </Field>
    </AdminActionDialog>
  );
}
