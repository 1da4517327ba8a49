import type Stripe from 'stripe';
import type { Intent } from '../payments/payment.js';

/** What a payment intent brings with it to be read: its last charge, and what the processor took of that. */
export const expand = ['latest_charge.balance_transaction'];

const statuses: Partial<Record<string, Intent['status']>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  processing: 'open',
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'cancelled',
};

const failed: readonly (string | null)[] = ['failed', 'canceled'];

/** A payment intent, expanded, with the refunds of its charge. */
export const intentOf = (intent: Stripe.PaymentIntent, refunds: readonly Stripe.Refund[]): Intent => ({
  intentId: intent.id,
  clientSecret: intent.client_secret ?? '',
  status: statuses[intent.status] ?? 'open',
  amountCents: intent.amount,
  charge: chargeOf(intent),
  refunds: refunds.map(({ id, amount, status }) => ({
    refundId: id,
    amountCents: amount,
    failed: failed.includes(status),
  })),
});

const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Intent['charge'] => {
  if (!charge || typeof charge === 'string') return null;
  const before = charge.payment_method_details?.card?.capture_before;
  const { balance_transaction: balance } = charge;
  return {
    chargeId: charge.id,
    declineCode: charge.status === 'failed' ? (charge.outcome?.reason ?? charge.failure_code ?? 'declined') : null,
    captureBefore: before ? new Date(before * 1_000).toISOString() : null,
    processorFeeCents: balance && typeof balance !== 'string' ? balance.fee : null,
  };
};
