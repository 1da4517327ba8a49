import type { SettlementOutcome } from '@courtly/contracts/admin-money';
import type { MoneyCase } from '@courtly/contracts/money-desk';
import { useState } from 'react';
import { call } from '../../lib/api';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { AdminActionDialog } from './admin-action-dialog';
import { AmountField } from './amount-field';

type RetryDialogProps = { bookingId: string; isPayout?: boolean; onClose: () => void };

export function RetryDialog({ bookingId, isPayout = false, onClose }: RetryDialogProps) {
  const retryOf = (reason: string) => ({ params: { bookingId }, body: { reason } });
  return (
    <AdminActionDialog
      title="Retry this step now?"
      description="Courtly retries the step with Stripe and shows the result here."
      button="Retry Now"
      isDanger={false}
      mutationFn={(reason) =>
        isPayout
          ? call('POST /api/admin/bookings/:bookingId/payout-retries', retryOf(reason))
          : call('POST /api/admin/bookings/:bookingId/payment/retries', retryOf(reason))
      }
      successMessage="Courtly is trying again"
      onClose={onClose}
    />
  );
}

const chargeOutcomes = [
  { value: 'paid', label: 'The player paid another way' },
  { value: 'waived', label: 'Courtly waived it' },
];
const refundOutcomes = [
  { value: 'paid', label: 'Courtly refunded it another way' },
  { value: 'waived', label: 'The player waived it' },
];

type SettleDialogProps = { moneyCase: MoneyCase; bookingId: string; onClose: () => void };

/** Records that a refund or debt was settled outside Stripe. A hold has no amount to enter. */
export function SettleDialog({ moneyCase, bookingId, onClose }: SettleDialogProps) {
  const isHold = moneyCase.problem === 'release_refused';
  const [amount, setAmount] = useState(isHold ? '0.00' : moneyCase.amount);
  const [outcome, setOutcome] = useState<SettlementOutcome>(isHold ? 'waived' : 'paid');
  const isCharge = ['charge_refused', 'overdue'].includes(moneyCase.problem);
  return (
    <AdminActionDialog
      title="Settled outside Stripe?"
      description="Record an amount that was paid another way or waived. Courtly won't retry it."
      label="How it was settled"
      button="Record Settlement"
      isDanger={false}
      mutationFn={(reason, keyOf) => {
        const body = { amount: amount.trim(), outcome, reason };
        return call('POST /api/admin/bookings/:bookingId/payment/settlements', {
          params: { bookingId },
          body,
          key: keyOf({ bookingId, ...body }),
        });
      }}
      successMessage="Settlement recorded"
      onClose={onClose}
    >
      {!isHold && (
        <>
          <Field
            label="What happened"
            hint={
              outcome === 'paid'
                ? isCharge
                  ? "The money is in Courtly's bank. The host is paid from Courtly's balance at Stripe."
                  : "The money left Courtly's bank."
                : isCharge
                  ? 'No one pays this amount, and the host gets nothing for it.'
                  : 'The player does not want this amount back.'
            }
          >
            {(controlProps) => (
              <Select
                {...controlProps}
                options={isCharge ? chargeOutcomes : refundOutcomes}
                value={outcome}
                onChange={({ target }) => setOutcome(target.value as SettlementOutcome)}
              />
            )}
          </Field>
          <AmountField hint={`Open: $${moneyCase.amount}`} value={amount} onChange={setAmount} />
        </>
      )}
    </AdminActionDialog>
  );
}

type HoldDialogProps = { bookingId: string; onClose: () => void };

export function HoldPayoutDialog({ bookingId, onClose }: HoldDialogProps) {
  return (
    <AdminActionDialog
      title="Hold this payout?"
      description="Courtly won't pay the host for this hour until you release it."
      button="Hold Payout"
      mutationFn={(reason) =>
        call('POST /api/admin/bookings/:bookingId/payout-holds', {
          params: { bookingId },
          body: { reason },
        })
      }
      successMessage="Payout on hold"
      onClose={onClose}
    />
  );
}
