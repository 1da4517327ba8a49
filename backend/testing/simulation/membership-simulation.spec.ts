import { describe, expect, it } from '@jest/globals';
import { checkMembershipHistory } from './checked-history.js';
import {
  type MembershipHistory,
  type MembershipStep,
  PAYS,
  membershipHistory,
  runMembershipHistory,
} from './membership-histories.js';
import { logOf, reconcileLog } from './checked-money.js';
import { paidAtStripe, problemsOf } from './membership-outcome.js';
import { MembershipSimulation } from './membership-simulation.js';
import { checkRandomHistories, randomHistories } from './random-histories.js';

/** Simulating a membership takes several times as long as simulating a booking. */
const RANDOM = randomHistories(150, 1 / 4);
/** For a busy machine. A quiet one needs a tenth of this. */
const MAX_DURATION_MS = 120_000 + RANDOM.numRuns * 1_000;
/** A quarter of the usual rate. */
const SLOWEST_RATE = 30;
const DAY = 1_440;
const MINUTE_MS = 60_000;
const STARTS_AT = Date.parse('2027-03-10T12:00:00.000Z');

/** The tier and the kept cents at the end of a history without problems. */
const endOf = async (history: MembershipHistory) => {
  const { problems, ...end } = await checkMembershipHistory(history);
  expect(problems).toEqual([]);
  return end;
};
const quiet = { concurrency: 1, capturesLate: false } as const;
const startsFounding = [
  { minutes: 0, type: 'beginFounding' },
  { minutes: 1, type: 'pay', card: PAYS },
] as const;
const paysWrong = [
  { minutes: 0, type: 'beginFounding' },
  { minutes: 1, type: 'changeAmount' },
  { minutes: 1, type: 'pay', card: PAYS },
] as const;
const startsMonthly = [
  { minutes: 0, type: 'beginMonthly' },
  { minutes: 1, type: 'pay', card: PAYS },
] as const;

describe('the life of a membership', () => {
  it('lasts for a founding year', async () =>
    expect(await endOf({ ...quiet, steps: startsFounding })).toEqual({
      tier: 'elite',
      keptCents: 19_900,
    }));

  it('renews every month, even if the workers miss two renewals', async () =>
    expect(
      await endOf({
        ...quiet,
        steps: [
          ...startsMonthly,
          { minutes: 5, type: 'pauseWorkers' },
          { minutes: 70 * DAY, type: 'resumeWorkers' },
        ],
      }),
    ).toEqual({ tier: 'elite', keptCents: 30_000 }));

  it('has a renewal in the books before Stripe adds it to the balance', async () =>
    expect(
      await endOf({
        ...quiet,
        capturesLate: true,
        steps: [...startsMonthly, { minutes: 19 * DAY + 119, type: 'wait' }],
      }),
    ).toEqual({ tier: 'elite', keptCents: 20_000 }));

  it('leaves a refused refund for an admin to handle', async () => {
    const history = {
      ...quiet,
      steps: [
        ...startsFounding,
        { minutes: 1, type: 'restrictPlatform', refusal: 'refused' },
        { minutes: 1, type: 'refund', amount: '50.00' },
        { minutes: DAY, type: 'wait' },
      ],
    } as const;
    expect(await endOf(history)).toEqual({ tier: 'elite', keptCents: 19_900 });
    const simulation = await runMembershipHistory(history);
    try {
      const paidBy = (await simulation.state())!.payments[0]!.paidBy;
      expect((await simulation.state())!.unmadeRefunds).toEqual({ [paidBy]: 5_000 });
      await simulation.retryRefund();
      await simulation.courtly.advanceTo(simulation.courtly.now + DAY * MINUTE_MS);
      expect((await simulation.state())!.unmadeRefunds).toEqual({ [paidBy]: 0 });
      expect(await paidAtStripe(simulation)).toMatchObject({ keptCents: 14_900 });
      expect(await problemsOf(simulation)).toEqual([]);
    } finally {
      simulation.close();
    }
  });

  it.each(['refused', 'invalid'] as const)(
    'ends once Stripe no longer refuses to end the subscription (%s)',
    async (refusal) =>
      expect(
        await endOf({
          ...quiet,
          steps: [
            ...startsMonthly,
            { minutes: 1, type: 'restrictPlatform', refusal },
            { minutes: 1, type: 'end', freesSeat: false },
            { minutes: 5 * DAY, type: 'wait' },
          ],
        }),
      ).toEqual({ tier: 'free', keptCents: 10_000 }),
  );

  it.each(['refused', 'invalid'] as const)(
    'keeps the seat of an unpaid payment until Stripe no longer refuses to cancel it (%s)',
    async (refusal) =>
      expect(
        await endOf({
          ...quiet,
          steps: [
            { minutes: 0, type: 'beginFounding' },
            { minutes: 1, type: 'restrictPlatform', refusal },
            { minutes: 5 * DAY, type: 'wait' },
          ],
        }),
      ).toEqual({ tier: 'free', keptCents: 0 }),
  );

  it('keeps access and alerts admins while a bank only inquires', async () =>
    expect(
      await endOf({ ...quiet, steps: [...startsFounding, { minutes: 5, type: 'inquire' }] }),
    ).toEqual({ tier: 'elite', keptCents: 19_900 }));

  it('does not confirm a cancellation that Stripe refuses', async () => {
    const simulation = new MembershipSimulation(STARTS_AT, quiet);
    try {
      await simulation.beginMonthly();
      await simulation.pay(PAYS);
      await simulation.courtly.advanceTo(STARTS_AT + MINUTE_MS);
      simulation.courtly.stripeFaults.restrictPlatform('invalid');
      expect(await simulation.cancel()).toBe(false);
      simulation.courtly.endFaults();
      expect(await simulation.cancel()).toBe(true);
    } finally {
      simulation.close();
    }
  });

  it('ends with a chargeback that no webhook reported', async () =>
    expect(
      await endOf({
        ...quiet,
        steps: [
          ...startsFounding,
          { minutes: 5, type: 'webhooks', weather: 'lost' },
          { minutes: DAY, type: 'dispute' },
        ],
      }),
    ).toEqual({ tier: 'free', keptCents: 0 }));

  it('is never refunded beyond its price, even if no webhook says that a refund failed', async () =>
    expect(
      await endOf({
        ...quiet,
        steps: [
          ...startsFounding,
          { minutes: 0, type: 'webhooks', weather: 'lost' },
          { minutes: 0, type: 'refund', amount: undefined },
          { minutes: 0, type: 'failRefund' },
          { minutes: 0, type: 'refundInDashboard', amountCents: 900 },
        ],
      }),
    ).toEqual({ tier: 'elite', keptCents: 19_000 }));

  it('takes no payment for an open invoice after it has lapsed', async () =>
    expect(
      await endOf({
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

  it('ends a purchase whose payment had a wrong amount and was taken back by the bank', async () =>
    expect(
      await endOf({
        ...quiet,
        steps: [
          ...paysWrong,
          { minutes: 1, type: 'dispute' },
          { minutes: 1, type: 'closeDispute', status: 'lost' },
        ],
      }),
    ).toEqual({ tier: 'free', keptCents: 0 }));

  it.each<[string, readonly MembershipStep[]]>([
    [
      'while a dispute is open that is won later',
      [
        { minutes: 1, type: 'dispute' },
        { minutes: 1, type: 'returnPayment' },
        { minutes: 60 * DAY, type: 'closeDispute', status: 'won' },
      ],
    ],
    [
      'after a part was refunded, while a dispute is open that is lost and then won',
      [
        { minutes: 1, type: 'refundInDashboard', amountCents: 900 },
        { minutes: 1, type: 'dispute' },
        { minutes: 1, type: 'returnPayment' },
        { minutes: DAY, type: 'closeDispute', status: 'lost' },
        { minutes: 60 * DAY, type: 'closeDispute', status: 'won' },
      ],
    ],
    [
      'by a refund that the bank returns',
      [
        { minutes: 1, type: 'returnPayment' },
        { minutes: DAY, type: 'failRefund' },
      ],
    ],
    [
      'after a refund in the dashboard failed',
      [
        { minutes: 1, type: 'refundInDashboard', amountCents: undefined },
        { minutes: DAY, type: 'failRefund' },
        { minutes: 1, type: 'returnPayment' },
      ],
    ],
  ])('returns a payment with a wrong amount once, %s', async (_, steps) =>
    expect(await endOf({ ...quiet, steps: [...paysWrong, ...steps] })).toEqual({
      tier: 'free',
      keptCents: 0,
    }),
  );

  // The paid time ends 22 minutes before the history ends.
  it('lapses on time after a dispute that is won, a failed refund, and a cancellation', async () =>
    expect(
      await endOf({
        ...quiet,
        workers: 1,
        seed: 0,
        steps: [
          ...startsMonthly,
          { minutes: 11_000, type: 'dispute' },
          { minutes: 0, type: 'closeDispute', status: 'won' },
          { minutes: 11_000, type: 'refund', amount: undefined },
          { minutes: 1_381, type: 'failRefund' },
          { minutes: 4_000, type: 'cancel' },
        ],
      }),
    ).toEqual({ tier: 'free', keptCents: 10_000 }));

  it('sells no seat to a payment with a wrong amount that was corrected later', async () => {
    const simulation = new MembershipSimulation(STARTS_AT, quiet);
    try {
      await simulation.beginFounding();
      await simulation.changeAmountInDashboard();
      await simulation.courtly.advanceTo(STARTS_AT + 60 * MINUTE_MS);
      const { intentId } = (await simulation.state())!.purchase!;
      await simulation.stripeApi.paymentIntents.update(intentId, { amount: 19_900 });
      await simulation.pay(PAYS);
      await simulation.courtly.advanceTo(STARTS_AT + DAY * MINUTE_MS);
      await simulation.returnPayment();
      await simulation.courtly.advanceTo(STARTS_AT + 2 * DAY * MINUTE_MS);
      expect(await problemsOf(simulation)).toEqual([]);
    } finally {
      simulation.close();
    }
  });

  it('ends a reservation once even if two jobs find it at the same time', async () =>
    expect(
      await endOf({
        ...quiet,
        concurrency: 2,
        seed: 12,
        steps: [
          { minutes: 0, type: 'beginFounding' },
          { minutes: 60, type: 'wait' },
        ],
      }),
    ).toEqual({ tier: 'free', keptCents: 0 }));

  it.each<[string, readonly MembershipStep[]]>([
    [
      'a dispute that is won',
      [
        { minutes: 5, type: 'dispute' },
        { minutes: 60 * DAY, type: 'closeDispute', status: 'won' },
      ],
    ],
    [
      'a refund that fails',
      [
        { minutes: 5, type: 'refundInDashboard', amountCents: undefined },
        { minutes: 60 * DAY, type: 'failRefund' },
      ],
    ],
  ])('has no difference in the last two weeks after %s two months later', async (_, steps) => {
    const simulation = await runMembershipHistory({
      ...quiet,
      steps: [...startsFounding, ...steps],
    });
    try {
      const since = new Date(simulation.courtly.now - 14 * DAY * MINUTE_MS).toISOString();
      expect(await reconcileLog(simulation, logOf(simulation), undefined, since)).toEqual([]);
    } finally {
      simulation.close();
    }
  });

  it(
    'is correct to the cent in random histories with faults',
    () =>
      checkRandomHistories(
        'histories of a membership',
        membershipHistory,
        endOf,
        RANDOM,
        SLOWEST_RATE,
      ),
    MAX_DURATION_MS,
  );
});
