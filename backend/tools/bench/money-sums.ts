import {
  type AccountBalances,
  type MoneyEvent,
  entriesOf,
  moneyEvents,
  zeroBalances,
  addEntries,
} from '@courtly/backend/money/ledger/entries';
import type { StripeStandIn } from '../stripe.js';

/** The objects that Stripe created for one booking, in cents. */
export type StripeEffects = {
  intents: number;
  capturedCents: number[];
  refundedCents: number[];
  transferredCents: number[];
  reversedCents: number[];
};

/** Expected amounts in cents. Null means that there must be none. */
export type Expected = Readonly<{
  chargedCents: number;
  refundedCents: number | null;
  transferredCents: number | null;
  reversedCents: number | null;
}>;

/**
 * Compares one booking's expected amounts with Stripe and with the types of its recorded events.
 */
export type FindProblems<E> = (
  expected: E,
  stripeEffects: StripeEffects | undefined,
  recordedTypes: readonly string[],
) => string[];

export type RecordedMoneyEvent = Readonly<{ type: string; bookingId: string }>;

/** The event that records each effect at Stripe. */
const effectEvents: Readonly<Record<string, keyof Expected | 'intent'>> = {
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
 * Lists the problems of one booking. Each expected effect must exist exactly once at Stripe, with
 * its amount and one event, and there must be no other effect. Shares no code with the product.
 */
export const findMoneyProblems = (
  expected: Expected,
  stripeEffects: StripeEffects | undefined,
  recordedTypes: readonly string[],
): string[] => {
  if (!stripeEffects) return ['Stripe has no payment intent'];
  const timesRecorded = (type: string) =>
    recordedTypes.filter((eventType) => eventType === type).length;
  const expectedCount = (effectName: keyof Expected | 'intent') =>
    Number(effectName === 'intent' || expected[effectName] !== null);
  const problems = [
    stripeEffects.intents !== 1 && `${stripeEffects.intents} intents`,
    !isOnce(stripeEffects.capturedCents, expected.chargedCents) &&
      `charges of ${stripeEffects.capturedCents.join(', ')}`,
    !isOnce(stripeEffects.refundedCents, expected.refundedCents) &&
      `refunds of ${stripeEffects.refundedCents.join(', ')}`,
    !isOnce(stripeEffects.transferredCents, expected.transferredCents) &&
      `transfers of ${stripeEffects.transferredCents.join(', ')}`,
    !isOnce(stripeEffects.reversedCents, expected.reversedCents) &&
      `reversals of ${stripeEffects.reversedCents.join(', ')}`,
    ...Object.entries(effectEvents).map(
      ([eventType, effectName]) =>
        timesRecorded(eventType) !== expectedCount(effectName) &&
        `${eventType} recorded ${timesRecorded(eventType)} times`,
    ),
  ];
  return problems.filter((problem) => problem !== false);
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
  const effectsByBooking = new Map<string, StripeEffects>();
  const bookingOf = new Map<string, string>();
  const effectsOf = (bookingId: string): StripeEffects => {
    if (!effectsByBooking.has(bookingId)) effectsByBooking.set(bookingId, noEffects());
    return effectsByBooking.get(bookingId)!;
  };
  const ofIntent = (paymentIntent: string | { id: string } | null) =>
    effectsOf(
      bookingOf.get(
        typeof paymentIntent === 'string' ? paymentIntent : (paymentIntent?.id ?? ''),
      ) ?? 'nobody',
    );
  for await (const { id, metadata } of api.paymentIntents.list({ limit: 100 })) {
    if (!metadata['bookingId']) continue;
    bookingOf.set(id, metadata['bookingId']);
    effectsOf(metadata['bookingId']).intents++;
  }
  for await (const { captured, amount_captured, payment_intent } of api.charges.list({
    limit: 100,
  }))
    if (captured && bookingOf.has(String(payment_intent)))
      ofIntent(payment_intent).capturedCents.push(amount_captured);
  for await (const { amount, payment_intent } of api.refunds.list({ limit: 100 }))
    ofIntent(payment_intent).refundedCents.push(amount);
  for await (const { amount, metadata, reversals } of api.transfers.list({ limit: 100 })) {
    const stripeEffects = effectsOf(metadata['bookingId'] ?? 'nobody');
    stripeEffects.transferredCents.push(amount);
    stripeEffects.reversedCents.push(...reversals.data.map((reversal) => reversal.amount));
  }
  return effectsByBooking;
};

/**
 * The ledger balances according to Stripe, in cents, without amounts that the platform added
 * itself.
 */
export const stripeBalances = async ({ api }: StripeStandIn): Promise<AccountBalances> => {
  let [playerEntry, hostCents, processorCents, platformCents] = [0, 0, 0, 0];
  for await (const { type, amount, fee } of api.balanceTransactions.list({ limit: 100 })) {
    if (type === 'topup') platformCents -= amount;
    else if (type.startsWith('transfer')) hostCents -= amount;
    else playerEntry -= amount;
    processorCents += fee;
  }
  const { available, pending } = await api.balance.retrieve();
  for (const { amount } of [...available, ...pending]) platformCents += amount;
  return {
    player: playerEntry,
    host: hostCents,
    platform: platformCents,
    processor: processorCents,
    bank: 0,
  };
};

const isMoneyEvent = ({ type }: Readonly<{ type: string }>): boolean =>
  (moneyEvents as readonly string[]).includes(type);

/** The ledger balances according to the log, in cents. */
export const ledgerBalances = (storedEvents: readonly object[]): AccountBalances =>
  (storedEvents as readonly MoneyEvent[])
    .filter(isMoneyEvent)
    .reduce<AccountBalances>(
      (balances, moneyEvent) => addEntries(balances, entriesOf(moneyEvent)),
      zeroBalances,
    );
