import {
  type AccountBalances,
  type MoneyEvent,
  entriesOf,
  moneyEvents,
  zeroBalances,
  addEntries,
} from '@courtly/backend/money/ledger/entries';
import type { StripeStandIn } from '../stripe.js';

/** What Stripe holds for one booking: what it made, amounts in cents. */
export type Made = {
  intents: number;
  capturedCents: number[];
  refundedCents: number[];
  transferredCents: number[];
  reversedCents: number[];
};

/** What one booking is to come to: amounts in cents, null where nothing of the kind is to be there. */
export type Expected = Readonly<{
  chargedCents: number;
  refundedCents: number | null;
  transferredCents: number | null;
  reversedCents: number | null;
}>;

/** An event of a booking, as far as it counts. */
export type Noted = Readonly<{ type: string; bookingId: string }>;

/** How often each thing that Stripe did is noted. */
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
 * What is wrong with one booking's money: each thing that was to happen happened once at Stripe, with its amount, and is noted
 * once; nothing else happened. It shares no code with what decides, settles or verifies.
 */
export const moneyProblems = (
  expected: Expected,
  made: Made | undefined,
  noted: readonly string[],
): string[] => {
  if (!made) return ['Stripe knows nothing of it'];
  const timesNoted = (type: string) => noted.filter((one) => one === type).length;
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
        timesNoted(type) !== due(what) && `${type} is noted ${timesNoted(type)} times`,
    ),
  ];
  return found.filter((one) => one !== false);
};

const noneMade = (): Made => ({
  intents: 0,
  capturedCents: [],
  refundedCents: [],
  transferredCents: [],
  reversedCents: [],
});

/** All that Stripe has made for bookings, by the id of the booking. */
export const madeAtStripe = async ({ api }: StripeStandIn): Promise<ReadonlyMap<string, Made>> => {
  const all = new Map<string, Made>();
  const bookingOf = new Map<string, string>();
  const of = (bookingId: string): Made => {
    if (!all.has(bookingId)) all.set(bookingId, noneMade());
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

/** What each account of the ledger has by Stripe's own books, in cents. Stripe shows the platform's as it holds it. */
export const balancesAtStripe = async ({ api }: StripeStandIn): Promise<AccountBalances> => {
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

const isOfMoney = ({ type }: Readonly<{ type: string }>): boolean =>
  (moneyEvents as readonly string[]).includes(type);

/** What each account has by the entries of the log's events, in cents. */
export const balancesOf = (events: readonly object[]): AccountBalances =>
  (events as readonly MoneyEvent[])
    .filter(isOfMoney)
    .reduce<AccountBalances>((sum, event) => addEntries(sum, entriesOf(event)), zeroBalances);
