import type { Decider, Message } from '../kernel/decider.js';
import type { PaymentEvent } from './payment.events.js';

/** The booking that is paid for: amounts are cents, instants are UTC. */
export type Paid = Readonly<{
  bookingId: string;
  courtId: string;
  hostId: string;
  playerId: string;
  startTime: string;
  endTime: string;
  zone: string;
  totalCents: number;
  payoutCents: number;
  policyId: string;
}>;

/** A payment intent with its last charge and its refunds, as Stripe shows them at one moment. */
export type Intent = Readonly<{
  intentId: string;
  clientSecret: string;
  status: 'open' | 'authorised' | 'captured' | 'cancelled';
  amountCents: number;
  charge: Readonly<{
    chargeId: string;
    declineCode: string | null;
    captureBefore: string | null;
    processorFeeCents: number | null;
  }> | null;
  refunds: readonly Readonly<{ refundId: string; amountCents: number; failed: boolean }>[];
}>;

/** The payment of one booking, as far as it was noted. `refunds` holds cents by refund; those that failed give nothing back. */
export type Payment = Readonly<{
  intentId: string;
  clientSecret: string;
  status: Intent['status'];
  declines: readonly Readonly<{ chargeId: string; code: string }>[];
  isMismatched: boolean;
  refunds: Readonly<Record<string, Readonly<{ amountCents: number; failed: boolean }>>>;
}>;

export type PaymentCommand = Message<'NoteIntent', Readonly<{ paid: Paid; intent: Intent; at: string }>>;

/** More cards than these are tried by nobody who means to pay; further declines are not noted. */
const MOST_DECLINES = 20;

/**
 * The payment of one booking. Stripe moves the money; this notes what has become of it, each fact once, in whatever order and
 * however often Stripe tells it.
 */
export const payment: Decider<Payment | null, PaymentCommand, PaymentEvent> = {
  category: 'payment',
  initial: null,

  decide({ data: { paid, intent, at } }, known) {
    const its = { ...paid, intentId: intent.intentId };
    if (known && known.intentId !== intent.intentId) return [];
    const created: PaymentEvent[] = known
      ? []
      : [{ type: 'PaymentIntentCreated', data: { ...its, clientSecret: intent.clientSecret, createdAt: at } }];
    if (intent.amountCents !== paid.totalCents) {
      const amounts = { expectedCents: paid.totalCents, foundCents: intent.amountCents };
      return known?.isMismatched
        ? created
        : [...created, { type: 'PaymentMismatched', data: { ...its, ...amounts, foundAt: at } }];
    }
    return [
      ...created,
      ...declined(its, intent, known, at),
      ...moved(its, intent, known, at),
      ...refunded(paid, intent, known, at),
    ];
  },

  evolve(known, { type, data }) {
    if (type === 'PaymentIntentCreated') {
      const { intentId, clientSecret } = data;
      return { intentId, clientSecret, status: 'open', declines: [], isMismatched: false, refunds: {} };
    }
    if (!known) return null;
    switch (type) {
      case 'PaymentDeclined':
        return { ...known, declines: [...known.declines, { chargeId: data.chargeId, code: data.code }] };
      case 'PaymentAuthorised':
        return { ...known, status: 'authorised' };
      case 'PaymentCaptured':
        return { ...known, status: 'captured' };
      case 'PaymentReleased':
        return { ...known, status: 'cancelled' };
      case 'PaymentMismatched':
        return { ...known, isMismatched: true };
      case 'PaymentRefunded':
      case 'PaymentRefundFailed': {
        const refund = { amountCents: data.amountCents, failed: type === 'PaymentRefundFailed' };
        return { ...known, refunds: { ...known.refunds, [data.refundId]: refund } };
      }
    }
  },
};

/** What has come back to the player, in cents. */
export const refundedCents = ({ refunds }: Pick<Payment, 'refunds'>): number =>
  Object.values(refunds).reduce((sum, { amountCents, failed }) => sum + (failed ? 0 : amountCents), 0);

type Its = Paid & Readonly<{ intentId: string }>;

const declined = (its: Its, { charge }: Intent, known: Payment | null, declinedAt: string): PaymentEvent[] => {
  if (!charge?.declineCode) return [];
  const { chargeId, declineCode: code } = charge;
  const before = known?.declines ?? [];
  if (before.length >= MOST_DECLINES || before.some((one) => one.chargeId === chargeId)) return [];
  return [{ type: 'PaymentDeclined', data: { ...its, chargeId, code, declinedAt } }];
};

/** How far each status is from the first: what is told late does not lead back. */
const order = { open: 0, authorised: 1, captured: 2, cancelled: 2 } as const;

const moved = (its: Its, intent: Intent, known: Payment | null, at: string): PaymentEvent[] => {
  const before = known?.status ?? 'open';
  const { status, amountCents, charge } = intent;
  if (order[status] <= order[before]) return [];
  if (status === 'cancelled')
    return [{ type: 'PaymentReleased', data: { ...its, wasAuthorised: before === 'authorised', releasedAt: at } }];
  const held = { chargeId: charge?.chargeId ?? '', amountCents };
  const authorised: PaymentEvent = {
    type: 'PaymentAuthorised',
    data: { ...its, ...held, captureBefore: charge?.captureBefore ?? null, authorisedAt: at },
  };
  if (status === 'authorised') return [authorised];
  const processorFeeCents = charge?.processorFeeCents ?? 0;
  return [
    ...(before === 'authorised' ? [] : [authorised]),
    { type: 'PaymentCaptured', data: { ...its, ...held, processorFeeCents, capturedAt: at } },
  ];
};

const refunded = (paid: Paid, { refunds }: Intent, known: Payment | null, at: string): PaymentEvent[] =>
  refunds.flatMap(({ refundId, amountCents, failed }): PaymentEvent[] => {
    const before = known?.refunds[refundId];
    const its = { ...paid, refundId, amountCents };
    return [
      ...(before ? [] : [{ type: 'PaymentRefunded', data: { ...its, refundedAt: at } } as const]),
      ...(failed && !before?.failed ? [{ type: 'PaymentRefundFailed', data: { ...its, failedAt: at } } as const] : []),
    ];
  });
