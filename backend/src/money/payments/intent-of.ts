import type Stripe from 'stripe';
import type { Dispute, Intent } from './payment.js';

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

/** As many as Stripe lists at once; a booking never has so many refunds or disputes. */
const PAGE = 100;

/** A payment intent as Stripe shows it now. @throws Stripe.errors.StripeError */
export const readIntent = async (stripe: Stripe, intentId: string): Promise<Intent> =>
  completed(stripe, await stripe.paymentIntents.retrieve(intentId, { expand }));

/** A payment intent that was read expanded, with its refunds and disputes. Only of captured money anything goes back. */
export const completed = async (stripe: Stripe, intent: Stripe.PaymentIntent): Promise<Intent> => {
  if (intent.status !== 'succeeded') return intentOf(intent, [], []);
  const its = { payment_intent: intent.id, limit: PAGE };
  const { latest_charge: charge } = intent;
  const isDisputed = charge !== null && typeof charge !== 'string' && charge.disputed;
  const [refunds, disputes] = await Promise.all([
    stripe.refunds.list(its),
    isDisputed ? stripe.disputes.list(its) : null,
  ]);
  return intentOf(intent, refunds.data, disputes?.data ?? []);
};

/** A payment intent, expanded, with the refunds and disputes of its charge. */
export const intentOf = (
  intent: Stripe.PaymentIntent,
  refunds: readonly Stripe.Refund[],
  disputes: readonly Stripe.Dispute[],
): Intent => ({
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
  disputes: disputes.map((dispute) => ({ disputeId: dispute.id, ...disputeOf(dispute) })),
});

const won: readonly string[] = ['won', 'warning_closed', 'prevented'];

/** A dispute counts as won once the money is back, which may be later than the bank's word. */
const disputeOf = ({ status, balance_transactions: moved }: Stripe.Dispute): Dispute => {
  const sum = (amounts: readonly number[]) =>
    amounts.reduce((all, amount) => all + Math.max(0, amount), 0);
  const takenCents = sum(moved.map(({ amount }) => -amount));
  const returnedCents = sum(moved.map(({ amount }) => amount));
  return {
    status:
      status === 'lost'
        ? 'lost'
        : won.includes(status) && returnedCents >= takenCents
          ? 'won'
          : 'open',
    takenCents,
    feeCents: sum(moved.map(({ fee }) => fee)),
    returnedCents,
    returnedFeeCents: sum(moved.map(({ fee }) => -fee)),
  };
};

const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Intent['charge'] => {
  if (!charge || typeof charge === 'string') return null;
  const before = charge.payment_method_details?.card?.capture_before;
  const { balance_transaction: balance } = charge;
  return {
    chargeId: charge.id,
    declineCode:
      charge.status === 'failed'
        ? (charge.outcome?.reason ?? charge.failure_code ?? 'declined')
        : null,
    captureBefore: before ? new Date(before * 1_000).toISOString() : null,
    processorFeeCents: balance && typeof balance !== 'string' ? balance.fee : null,
  };
};
