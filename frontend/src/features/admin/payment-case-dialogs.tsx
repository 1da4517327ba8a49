import type { MoneyCase } from '@courtly/contracts/money-desk';
import { useState } from 'react';
import { call } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { useAdminAction } from '../../resources/admin/use-admin-action';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { ReasonDialog } from '../../ui/reason-dialog';
import { AdminActionDialog } from './admin-action-dialog';
import { ADMIN_ONLY_HINT } from './reason-hints';

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
  const { keyOf, settle } = useIdempotencyKey();
  const settleMutation = useAdminAction((reason: string) => {
    const requestBody = { amount: amount.trim(), reason };
    return call('POST /api/admin/bookings/:bookingId/payment/settlements', {
      params: { bookingId },
      body: requestBody,
      key: keyOf(JSON.stringify({ bookingId, ...requestBody })),
    });
  }, 'Settlement recorded');
  const sendSettlement = (reason: string) =>
    settleMutation.mutate(reason, { onSuccess: onClose, onSettled: (_, error) => settle(error) });
  return (
    <ReasonDialog
      title="Settled outside Stripe?"
      description="Record what was paid another way, or waived. Courtly won't try this amount again."
      label="How it was settled"
      hint={ADMIN_ONLY_HINT}
      button="Record Settlement"
      isDanger={false}
      busy={settleMutation.isPending}
      onSend={sendSettlement}
      onClose={onClose}
    >
      {!isHold && (
        <Field label="Amount in dollars" hint={`Open: $${moneyCase.amount}`}>
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
      )}
    </ReasonDialog>
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
