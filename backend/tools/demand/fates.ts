import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';
import type { StripeEffects } from '../bench/money-sums.js';
import { randomFrom } from './faults.js';
import type { HourRequest } from './plan.js';

/** What happens to a booking that is paid by card. */
export const fates = [
  'never paid',
  'declined by the host',
  'canceled in time',
  'canceled by the host',
  'canceled late',
  'played',
  'played, then charged back',
] as const;
export type Fate = (typeof fates)[number];

/**
 * The shares of fates that do not depend on the time of the hour. All other bookings are played.
 */
const shares: readonly (readonly [Fate, number])[] = [
  ['never paid', 0.02],
  ['declined by the host', 0.05],
  ['canceled in time', 0.08],
];
const HOST_CANCELS_SHARE = 0.04;
const LATE_SHARE = 0.5;
const CHARGEBACK_SHARE = 0.01;
/** Hours for late cancellations begin after the tool has sent its requests. */
const LATE_FROM_MS = 4 * HOUR_MS;

/** The hour (epoch ms) of the median start, so that a few far-off hours do not move it. */
export const middleOf = (slotRequests: readonly Pick<HourRequest, 'startTime'>[]): number => {
  const startsMs = slotRequests.map(({ startTime }) => Date.parse(startTime)).sort((a, b) => a - b);
  const medianMs = startsMs[Math.floor(startsMs.length / 2)]!;
  return medianMs - (medianMs % HOUR_MS);
};

/**
 * What happens to each request if it is accepted; depends on the seed. Cancellations by hosts and
 * late ones happen at `middleMs`.
 */
export const planFates = (
  seed: number,
  slotRequests: readonly HourRequest[],
  middleMs: number,
): readonly Fate[] => {
  const random = randomFrom(seed);
  return slotRequests.map(({ startTime }) => {
    const [first, second] = [random(), random()];
    let sum = 0;
    for (const [fate, share] of shares) if (first < (sum += share)) return fate;
    const untilStartMs = Date.parse(startTime) - middleMs;
    const isLate = untilStartMs > LATE_FROM_MS && untilStartMs <= DAY_MS;
    if (isLate && second < LATE_SHARE) return 'canceled late';
    if (untilStartMs > DAY_MS && second < HOST_CANCELS_SHARE) return 'canceled by the host';
    return second > 1 - CHARGEBACK_SHARE ? 'played, then charged back' : 'played';
  });
};

/** The amounts that stay charged after refunds and that the host keeps, in cents. */
export type Outcome = Readonly<{ keptCents: number; hostCents: number }>;

const half = (cents: number) => Math.round(cents / 2);

/**
 * The outcome under the open policy (domain rules, "Money"), computed without the product's code: a
 * fee of 10%, 99% of the rate for the host, and half of both after a late cancellation.
 */
export const outcomeOf = (fate: Fate, rateCents: number): Outcome => {
  const totalCents = rateCents + Math.round(rateCents / 10);
  const hostCents = Math.round((rateCents * 99) / 100);
  switch (fate) {
    case 'played':
      return { keptCents: totalCents, hostCents };
    // The bank took the charge back, which does not count as a refund.
    case 'played, then charged back':
      return { keptCents: totalCents, hostCents: 0 };
    case 'canceled late':
      return { keptCents: totalCents - half(totalCents), hostCents: half(hostCents) };
    default:
      return { keptCents: 0, hostCents: 0 };
  }
};

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0);

/** Whether Stripe has already moved the amounts of the outcome. */
export const isSettled = (outcome: Outcome, stripeEffects: StripeEffects): boolean =>
  findOutcomeProblems(outcome, stripeEffects).length === 0;

/** Compares the sums at Stripe with the outcome, and the effects with their recorded events. */
export const findOutcomeProblems = (
  { keptCents, hostCents }: Outcome,
  stripeEffects: StripeEffects | undefined,
  recordedTypes?: readonly string[],
): string[] => {
  if (!stripeEffects) return ['Stripe has no payment intent'];
  const { intents, capturedCents, refundedCents, transferredCents, reversedCents } = stripeEffects;
  const counts = {
    PaymentIntentCreated: intents,
    PaymentCaptured: capturedCents.length,
    PaymentRefunded: refundedCents.length,
    PayoutTransferred: transferredCents.length,
    PayoutReversed: reversedCents.length,
  };
  const kept = sumOf(capturedCents) - sumOf(refundedCents);
  const paidOut = sumOf(transferredCents) - sumOf(reversedCents);
  const problems = [
    kept !== keptCents && `${kept} is kept, not ${keptCents}`,
    paidOut !== hostCents && `the host has ${paidOut}, not ${hostCents}`,
    ...Object.entries(counts).map(([type, count]) => {
      const recordedCount = recordedTypes?.filter((recorded) => recorded === type).length ?? count;
      if (count > 1) return `${type} happened ${count} times`;
      return recordedCount !== count && `${type} is recorded ${recordedCount} times, not ${count}`;
    }),
  ];
  return problems.filter((problem) => problem !== false);
};
