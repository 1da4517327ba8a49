import {
  type AccountBalances,
  type MoneyEvent,
  entriesOf,
  moneyEvents,
  zeroBalances,
  addEntries,
} from '@courtly/backend/money/ledger/entries';
import type { StripeStandIn } from '../stripe.js';

/** What Stripe created for one booking, in cents. */
export type StripeEffects = {
  intents: number;
  capturedCents: number[];
  refundedCents: number[];
  transferredCents: number[];
  reversedCents: number[];
};

/** Expected amounts in cents; null means that none must exist. */
export type Expected = Readonly<{
  chargedCents: number;
  refundedCents: number | null;
  transferredCents: number | null;
  reversedCents: number | null;
}>;

export type RecordedMoneyEvent = Readonly<{ type: string; bookingId: string }>;

/** The event that records each effect at Stripe. */
const notes: Readonly<Record<string, keyof Expected | 'intent'>> = {
  PaymentIntentCreated: 'intent',
  PaymentAuthorised: 'chargedCents',
  PaymentCaptured: 'chargedCents',
  PaymentRefunded: 'refundedCents',
  PayoutTransferred: 'transferredCents',
  PayoutReversed: 'reversedCents',
};

const isOnce = (amounts: readonly number[], expected: number | null): boolean =>
  JSON.stringify(amounts) === JSON.stringify(expected === null ? [] : [expected]);

/**
 * Lists the problems of one booking: each expected effect must exist once at Stripe, with its amount
 * and one event, and no other effect may exist. Shares no code with the product.
 */
export const findMoneyProblems = (
  expected: Expected,
  made: StripeEffects | undefined,
  noted: readonly string[],
): string[] => {
  if (!made) return ['Stripe has no payment intent'];
  const timesRecorded = (type: string) => noted.filter((one) => one === type).length;
  const due = (what: keyof Expected | 'intent') =>
    Number(what === 'intent' || expected[what] !== null);
  const found = [
    made.intents !== 1 && `${made.intents} intents`,
    !isOnce(made.capturedCents, expected.chargedCents) &&
      `charges of ${made.capturedCents.join(', ')}`,
    !isOnce(made.refundedCents, expected.refundedCents) &&
      `refunds of ${made.refundedCents.join(', ')}`,
    !isOnce(made.transferredCents, expected.transferredCents) &&
      `transfers of ${made.transferredCents.join(', ')}`,
    !isOnce(made.reversedCents, expected.reversedCents) &&
      `reversals of ${made.reversedCents.join(', ')}`,
    ...Object.entries(notes).map(
      ([type, what]) =>
        timesRecorded(type) !== due(what) && `${type} recorded ${timesRecorded(type)} times`,
    ),
  ];
  return found.filter((one) => one !== false);
};

const noEffects = (): StripeEffects => ({
  intents: 0,
  capturedCents: [],
  refundedCents: [],
  transferredCents: [],
  reversedCents: [],
});

export const effectsAtStripe = async ({
  api,
}: StripeStandIn): Promise<ReadonlyMap<string, StripeEffects>> => {
  const all = new Map<string, StripeEffects>();
  const bookingOf = new Map<string, string>();
  const of = (bookingId: string): StripeEffects => {
    if (!all.has(bookingId)) all.set(bookingId, noEffects());
    return all.get(bookingId)!;
  };
  const ofIntent = (intent: string | { id: string } | null) =>
    of(bookingOf.get(typeof intent === 'string' ? intent : (intent?.id ?? '')) ?? 'nobody');
  for await (const { id, metadata } of api.paymentIntents.list({ limit: 100 })) {
    if (!metadata['bookingId']) continue;
    bookingOf.set(id, metadata['bookingId']);
    of(metadata['bookingId']).intents++;
  }
  for await (const { captured, amount_captured, payment_intent } of api.charges.list({
    limit: 100,
  }))
    if (captured && bookingOf.has(String(payment_intent)))
      ofIntent(payment_intent).capturedCents.push(amount_captured);
  for await (const { amount, payment_intent } of api.refunds.list({ limit: 100 }))
    ofIntent(payment_intent).refundedCents.push(amount);
  for await (const { amount, metadata, reversals } of api.transfers.list({ limit: 100 })) {
    const made = of(metadata['bookingId'] ?? 'nobody');
    made.transferredCents.push(amount);
    made.reversedCents.push(...reversals.data.map((reversal) => reversal.amount));
  }
  return all;
};

/** Ledger balances derived from Stripe, in cents. */
export const stripeBalances = async ({ api }: StripeStandIn): Promise<AccountBalances> => {
  let [player, host, processor, platform] = [0, 0, 0, 0];
  for await (const { type, amount, fee } of api.balanceTransactions.list({ limit: 100 })) {
    if (type.startsWith('transfer')) host -= amount;
    else player -= amount;
    processor += fee;
  }
  const { available, pending } = await api.balance.retrieve();
  for (const { amount } of [...available, ...pending]) platform += amount;
  return { player, host, platform, processor };
};

const isMoneyEvent = ({ type }: Readonly<{ type: string }>): boolean =>
  (moneyEvents as readonly string[]).includes(type);

/** Ledger balances derived from the log, in cents. */
export const ledgerBalances = (events: readonly object[]): AccountBalances =>
  (events as readonly MoneyEvent[])
    .filter(isMoneyEvent)
    .reduce<AccountBalances>((sum, event) => addEntries(sum, entriesOf(event)), zeroBalances);
