import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tierAt } from '../../src/people/membership/membership-tier.js';
import {
  type MembershipHistory,
  PAYS,
  membershipHistory,
  runMembershipHistory,
} from './membership-histories.js';
import { MembershipSimulation } from './membership-simulation.js';
import { paidAtStripe, paidInLog, problemsOf } from './membership-outcome.js';

const RUNS = Number(process.env.SIMULATIONS ?? 100);
/** On a busy machine; a quiet one needs a tenth. */
const MAX_DURATION_MS = 120_000 + RUNS * 1_000;
const DAY = 1_440;
const MINUTE_MS = 60_000;
const STARTS_AT = Date.parse('2027-03-10T12:00:00.000Z');

/** Checks the outcome, and returns the tier and the cents that were kept in the end. */
const checkHistory = async (history: MembershipHistory) => {
  const simulation = await runMembershipHistory(history);
  try {
    expect(await problemsOf(simulation)).toEqual([]);
    const paid = await paidAtStripe(simulation);
    expect(await paidInLog(simulation)).toEqual(paid);
    return {
      tier: tierAt(await simulation.state(), simulation.instant()),
      keptCents: paid.keptCents,
    };
  } finally {
    simulation.close();
  }
};
const quiet = { concurrency: 1, capturesLate: false } as const;
const startsFounding = [
  { minutes: 0, type: 'beginFounding' },
  { minutes: 1, type: 'pay', card: PAYS },
] as const;
const startsMonthly = [
  { minutes: 0, type: 'beginMonthly' },
  { minutes: 1, type: 'pay', card: PAYS },
] as const;

describe('the life of a membership', () => {
  it('lasts for a founding year', async () =>
    expect(await checkHistory({ ...quiet, steps: startsFounding })).toEqual({
      tier: 'elite',
      keptCents: 19_900,
    }));

  it('renews every month, even if the workers miss two renewals', async () =>
    expect(
      await checkHistory({
        ...quiet,
        steps: [
          ...startsMonthly,
          { minutes: 5, type: 'pauseWorkers' },
          { minutes: 70 * DAY, type: 'resumeWorkers' },
        ],
      }),
    ).toEqual({ tier: 'elite', keptCents: 30_000 }));

  it('ends with a chargeback that no webhook reported', async () =>
    expect(
      await checkHistory({
        ...quiet,
        steps: [
          ...startsFounding,
          { minutes: 5, type: 'webhooks', areLost: true },
          { minutes: DAY, type: 'dispute' },
        ],
      }),
    ).toEqual({ tier: 'free', keptCents: 0 }));

  it('cannot be paid for nothing after it lapsed', async () =>
    expect(
      await checkHistory({
        ...quiet,
        steps: [
          ...startsMonthly,
          {
            minutes: DAY,
            type: 'replaceCard',
            paymentMethod: 'pm_card_chargeCustomerFail',
          },
          { minutes: 45 * DAY, type: 'payOpenInvoice' },
        ],
      }),
    ).toEqual({ tier: 'free', keptCents: 10_000 }));

  it('ends a payment with a wrong amount that the bank has taken back', async () =>
    expect(
      await checkHistory({
        ...quiet,
        steps: [
          { minutes: 0, type: 'beginFounding' },
          { minutes: 1, type: 'changeAmount' },
          { minutes: 1, type: 'pay', card: PAYS },
          { minutes: 1, type: 'dispute' },
          { minutes: 1, type: 'closeDispute', status: 'lost' },
        ],
      }),
    ).toEqual({ tier: 'free', keptCents: 0 }));

  it('sells no seat to a payment with a wrong amount that was corrected later', async () => {
    const simulation = new MembershipSimulation(STARTS_AT, 1);
    try {
      await simulation.beginFounding();
      await simulation.changeAmountInDashboard();
      await simulation.advanceTo(STARTS_AT + 60 * MINUTE_MS);
      const { intentId } = (await simulation.state())!.purchase!;
      await simulation.stripeApi.paymentIntents.update(intentId, { amount: 19_900 });
      await simulation.pay(PAYS);
      await simulation.advanceTo(STARTS_AT + DAY * MINUTE_MS);
      await simulation.returnPayment();
      await simulation.advanceTo(STARTS_AT + 2 * DAY * MINUTE_MS);
      expect(await problemsOf(simulation)).toEqual([]);
    } finally {
      simulation.close();
    }
  });

  it(
    'equals what Stripe kept in random histories with faults',
    () =>
      fc.assert(
        fc.asyncProperty(membershipHistory, async (history) => void (await checkHistory(history))),
        {
          numRuns: RUNS,
          ...(process.env.SEED && { seed: Number(process.env.SEED) }),
        },
      ),
    MAX_DURATION_MS,
  );
});
