import type { MoneyCase } from '@courtly/contracts/money-desk';
import { useState } from 'react';
import { call } from '../../lib/api';
import { AdminActionDialog } from './admin-action-dialog';
import { AmountField } from './amount-field';

export function RetryDialog({ bookingId, onClose }: { bookingId: string; onClose: () => void }) {
  return (
    <AdminActionDialog
      title="Retry this step now?"
      description="Courtly asks Stripe again, and shows the result here."
      button="Retry Now"
      isDanger={false}
      mutationFn={(reason) =>
        call('POST /api/admin/bookings/:bookingId/payment/retries', {
          params: { bookingId },
          body: { reason },
        })
      }
      successMessage="Courtly is trying again"
      onClose={onClose}
    />
  );
}

type SettleDialogProps = { moneyCase: MoneyCase; bookingId: string; onClose: () => void };

/** Records that a refund or debt was settled outside Stripe. A hold has no amount to enter. */
export function SettleDialog({ moneyCase, bookingId, onClose }: SettleDialogProps) {
  const isHold = moneyCase.problem === 'release_refused';
  const [amount, setAmount] = useState(isHold ? '0.00' : moneyCase.amount);
  return (
    <AdminActionDialog
      title="Settled outside Stripe?"
      description="Record what was paid another way, or waived. Courtly won't try this amount again."
      label="How it was settled"
      button="Record Settlement"
      isDanger={false}
      mutationFn={(reason, keyOf) => {
        const body = { amount: amount.trim(), reason };
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
        <AmountField hint={`Open: $${moneyCase.amount}`} value={amount} onChange={setAmount} />
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
