import type { SettlementOutcome } from '@courtly/contracts/admin-money';
import { US_DOLLARS, formatAmount } from '@courtly/contracts/amount';
import type { MoneyCase } from '@courtly/contracts/money-desk';
import { useState } from 'react';
import { call } from '../../lib/api';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { AdminActionDialog } from './admin-action-dialog';
import { AmountField, amountIn } from './amount-field';

/**
 * The payment or the payout of a booking, or of a membership: the payment to refund, or the payment
 * or subscription to end.
 */
export type RetryTarget = Readonly<
  | { bookingId: string; isPayout?: boolean }
  | { userId: string; paidBy: string }
  | { userId: string; stripeId: string }
>;

const retry = (target: RetryTarget, reason: string) => {
  if ('stripeId' in target) {
    const { userId, stripeId } = target;
    return call('POST /api/admin/users/:userId/membership-retries', {
      params: { userId },
      body: { stripeId, reason },
    });
  }
  if ('userId' in target) {
    const { userId, paidBy } = target;
    return call('POST /api/admin/users/:userId/membership-refund-retries', {
      params: { userId },
      body: { paidBy, reason },
    });
  }
  const { bookingId, isPayout = false } = target;
  const order = { params: { bookingId }, body: { reason } };
  return isPayout
    ? call('POST /api/admin/bookings/:bookingId/payout-retries', order)
    : call('POST /api/admin/bookings/:bookingId/payment/retries', order);
};

export function RetryDialog({ target, onClose }: { target: RetryTarget; onClose: () => void }) {
  return (
    <AdminActionDialog
      title="Retry this step now?"
      description="Courtly retries the step with Stripe and shows the result here."
      button="Retry Now"
      isDanger={false}
      mutationFn={(reason) => retry(target, reason)}
      successMessage="Courtly is trying again"
      onClose={onClose}
    />
  );
}

const chargeOutcomes: Record<SettlementOutcome, string> = {
  paid: 'The player paid another way',
  waived: 'Courtly waived it',
};
const refundOutcomes: Record<SettlementOutcome, string> = {
  paid: 'Courtly refunded it another way',
  waived: 'The recipient waived it',
};
const chargeHints: Record<SettlementOutcome, string> = {
  paid: "The money is in Courtly's bank. The host is paid from Courtly's balance at Stripe.",
  waived: 'No one pays this amount, and the host gets nothing for it.',
};
const refundHints: Record<SettlementOutcome, string> = {
  paid: "The money left Courtly's bank.",
  waived: "The recipient doesn't want this amount back.",
};
/** The books are in dollars and exclude payments in other currencies. */
const FOREIGN_HINT = "The money left Courtly's bank. Courtly's books don't list it.";

type SettlementBody = { amount: string; outcome: SettlementOutcome; reason: string };

const recordSettlement = (
  { booking, member, stripeId: paidBy }: MoneyCase,
  body: SettlementBody,
  keyOf: (payload: object) => string,
) => {
  if (member) {
    const userId = member.id;
    return call('POST /api/admin/users/:userId/membership-refund-settlements', {
      params: { userId },
      body: { paidBy, ...body },
      key: keyOf({ userId, paidBy, ...body }),
    });
  }
  const bookingId = booking!.id;
  return call('POST /api/admin/bookings/:bookingId/payment/settlements', {
    params: { bookingId },
    body,
    key: keyOf({ bookingId, ...body }),
  });
};

type SettleDialogProps = { moneyCase: MoneyCase; onClose: () => void };

/** Records that a refund or debt was settled outside Stripe. A hold needs no amount. */
export function SettleDialog({ moneyCase, onClose }: SettleDialogProps) {
  const { problem, amount: openAmount, settlements } = moneyCase;
  const isHold = problem === 'release_refused';
  const isCharge = ['charge_refused', 'overdue'].includes(problem);
  const isForeign = openAmount.currency !== US_DOLLARS;
  const [amount, setAmount] = useState(isHold ? '0.00' : openAmount.amount);
  const [outcome, setOutcome] = useState<SettlementOutcome>(settlements[0] ?? 'paid');
  const labels = isCharge ? chargeOutcomes : refundOutcomes;
  const hints = isCharge ? chargeHints : refundHints;
  return (
    <AdminActionDialog
      title="Settled outside Stripe?"
      description="Record an amount that was paid another way or waived. Courtly won't retry it."
      label="How it was settled"
      button="Record Settlement"
      isDanger={false}
      mutationFn={(reason, keyOf) =>
        recordSettlement(
          moneyCase,
          { amount: amountIn(amount, openAmount.currency), outcome, reason },
          keyOf,
        )
      }
      successMessage="Settlement recorded"
      onClose={onClose}
    >
      {!isHold && (
        <>
          <Field
            label="What happened"
            hint={isForeign && outcome === 'paid' ? FOREIGN_HINT : hints[outcome]}
          >
            {(controlProps) => (
              <Select
                {...controlProps}
                options={settlements.map((value) => ({ value, label: labels[value] }))}
                value={outcome}
                onChange={({ target }) => setOutcome(target.value as SettlementOutcome)}
              />
            )}
          </Field>
          <AmountField
            currency={openAmount.currency}
            hint={`Open: ${formatAmount(openAmount)}`}
            value={amount}
            onChange={setAmount}
          />
        </>
      )}
    </AdminActionDialog>
  );
}
