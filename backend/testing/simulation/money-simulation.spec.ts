import { describe, expect, it } from '@jest/globals';
import { checkHistory } from './checked-history.js';
import { logOf, reconcileLog, verifyLog } from './checked-money.js';
import { type History, type Step, history, paysAtOnce, runHistory } from './histories.js';
import { type MovedCents, outcomeOf } from './outcome.js';
import { HOST } from './money-simulation.js';
import { checkRandomHistories, randomHistories } from './random-histories.js';
import { PLATFORM_FUNDS_CENTS } from './simulated-courtly.js';

/** The money movements in a history without problems. */
const movedIn = async (simulated: History): Promise<MovedCents> => {
  const { moved, problems } = await checkHistory(simulated);
  expect(problems).toEqual([]);
  return moved;
};
const RANDOM = randomHistories(750);
/** A quarter of the usual rate. */
const SLOWEST_RATE = 60;
/** For a busy machine. A quiet one needs a tenth of this. */
const maxDurationMs = (runs: number) => 120_000 + runs * 1_000;

const stripeIsDown = Array.from({ length: 40 }, () => 'request lost' as const);
const onlyTheTopUp = { bank: -PLATFORM_FUNDS_CENTS, stripeCash: PLATFORM_FUNDS_CENTS };
const DAY_MS = 24 * 60 * 60_000;
const quiet = {
  startsInMinutes: 180,
  isInstant: false,
  isChargedLate: false,
  settlement: 'paid',
  concurrency: 1,
} as const;

describe('the money of a booking', () => {
  it('pays the host for a played hour', async () =>
    expect(
      await movedIn({ ...quiet, steps: [paysAtOnce, { minutes: 5, type: 'approve' }] }),
    ).toEqual({ keptCents: 33_000, heldCents: 0, hostCents: 29_700 }));

  it('refunds a manual order in full even if a bank took another part of the charge', async () =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { beforeStart: -3_000, type: 'dispute', status: 'needs_response', amountCents: 10_000 },
          { minutes: 5, type: 'advanceDispute', status: 'lost' },
          { minutes: 60, type: 'refundByHand', amount: '150.00', bearer: 'host' },
        ],
      }),
    ).toEqual({ keptCents: 8_000, heldCents: 0, hostCents: 8_000 }));

  it('pays a host who opens an account long after the hour', async () =>
    expect(
      await movedIn({
        ...quiet,
        account: 'late',
        steps: [paysAtOnce, { minutes: 5, type: 'approve' }],
      }),
    ).toEqual({ keptCents: 33_000, heldCents: 0, hostCents: 29_700 }));

  it.each([
    ['added', 35_723],
    ['included', 33_000],
  ] as const)('pays the host the same for a played hour with an %s tax', async (tax, keptCents) =>
    expect(
      await movedIn({ ...quiet, tax, steps: [paysAtOnce, { minutes: 5, type: 'approve' }] }),
    ).toEqual({ keptCents, heldCents: 0, hostCents: 29_700 }),
  );

  it.each([
    ['before the end', 61],
    ['in the last minute, so that it is decided after the end', -59],
  ])('returns the whole price of a weather claim %s', async (_, beforeStart) =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { beforeStart, type: 'claimWeather' },
          { minutes: 5, type: 'answerClaim', agrees: true },
        ],
      }),
    ).toEqual({ keptCents: 0, heldCents: 0, hostCents: 0 }),
  );

  it.each([
    ['moves', 'moveHour', { keptCents: 33_000, heldCents: 0, hostCents: 29_700 }],
    ['does not want to move', 'declineMove', { keptCents: 0, heldCents: 0, hostCents: 0 }],
  ] as const)('settles an hour that the player %s after bad weather', async (_, choice, moved) =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { beforeStart: 61, type: 'claimWeather' },
          { minutes: 5, type: 'answerClaim', agrees: true },
          { minutes: 5, type: choice },
        ],
      }),
    ).toEqual(moved),
  );

  it('pays the host once a weather claim and a damage claim are dismissed', async () =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { beforeStart: -30, type: 'claimWeather' },
          { minutes: 5, type: 'answerClaim', agrees: false },
          { beforeStart: -61, type: 'claimDamage' },
        ],
      }),
    ).toEqual({ keptCents: 33_000, heldCents: 0, hostCents: 29_700 }));

  it('returns half of an added tax with a late cancellation', async () =>
    expect(
      await movedIn({
        ...quiet,
        tax: 'added',
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { minutes: 20, type: 'playerCancels' },
        ],
      }),
    ).toEqual({ keptCents: 17_861, heldCents: 0, hostCents: 14_850 }));

  it('keeps the late share if the player cancels before a delayed charge', async () =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 1, type: 'pauseWorkers' },
          { minutes: 5, type: 'approve' },
          { minutes: 20, type: 'playerCancels' },
        ],
      }),
    ).toEqual({ keptCents: 16_500, heldCents: 0, hostCents: 14_850 }));

  it('costs no fee if the player cancels for free before a late charge', async () => {
    const simulation = await runHistory({
      ...quiet,
      startsInMinutes: 7_200,
      isChargedLate: true,
      steps: [
        paysAtOnce,
        { minutes: 5, type: 'approve' },
        { beforeStart: 1_441, type: 'playerCancels' },
      ],
    });
    try {
      const { moved, problems } = await outcomeOf(simulation);
      expect({ moved, problems, balances: simulation.balances() }).toEqual({
        moved: { keptCents: 0, heldCents: 0, hostCents: 0 },
        problems: [],
        balances: onlyTheTopUp,
      });
    } finally {
      simulation.close();
    }
  });

  it('ends a booking a day before its start if the bank declines a late charge', async () => {
    const simulation = await runHistory({
      ...quiet,
      startsInMinutes: 7_200,
      isChargedLate: true,
      steps: [
        paysAtOnce,
        { minutes: 5, type: 'approve' },
        { minutes: 0, type: 'declineCapture' },
        // Simulated sweeps become rarer while nothing happens.
        { beforeStart: 1_443, type: 'resumeWorkers' },
      ],
    });
    try {
      const { status, startTime, cancellation } = (await simulation.booking())!;
      expect([status, cancellation?.reason]).toEqual(['cancelled', 'payment_failed']);
      expect(Date.parse(startTime) - Date.parse(cancellation!.cancelledAt)).toBe(DAY_MS);
    } finally {
      simulation.close();
    }
  });

  it('includes a timely payment even if the workers read it after the deadline', async () =>
    expect(
      await movedIn({
        ...quiet,
        isInstant: true,
        steps: [
          { minutes: 0, type: 'pauseWorkers' },
          { minutes: 1, type: 'pay', card: '4242424242424242' },
          { minutes: 60, type: 'resumeWorkers' },
        ],
      }),
    ).toEqual({ keptCents: 33_000, heldCents: 0, hostCents: 29_700 }));

  it('refunds a cancellation after a manual refund, even if its jobs were lost', async () =>
    expect(
      await movedIn({
        ...quiet,
        startsInMinutes: 4_320,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { minutes: 5, type: 'refundByHand', amount: '20.00', bearer: 'platform' },
          { minutes: 5, type: 'failCalls', faults: stripeIsDown },
          { minutes: 5, type: 'playerCancels' },
          { minutes: 1, type: 'emptyRedis', additions: 0 },
        ],
      }),
    ).toEqual({ keptCents: 0, heldCents: 0, hostCents: 0 }));

  it('includes a manual refund in addition to an equal refund in the dashboard', async () =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { minutes: 5, type: 'refundInDashboard', amountCents: 5_000 },
          { minutes: 5, type: 'refundByHand', amount: '50.00', bearer: 'platform' },
        ],
      }),
    ).toEqual({ keptCents: 23_000, heldCents: 0, hostCents: 29_700 }));

  it('counts a dashboard refund toward a later cancellation', async () =>
    expect(
      await movedIn({
        ...quiet,
        startsInMinutes: 4_320,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { minutes: 5, type: 'refundInDashboard', amountCents: 5_000 },
          { minutes: 30, type: 'hostCancels' },
        ],
      }),
    ).toEqual({ keptCents: 0, heldCents: 0, hostCents: 0 }));

  it('adds a dashboard refund to a cancellation that was refunded before', async () =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { minutes: 30, type: 'playerCancels' },
          { minutes: 30, type: 'refundInDashboard', amountCents: 500 },
          { minutes: 4_000, type: 'refundByHand', amount: '5.00', bearer: 'host' },
        ],
      }),
    ).toEqual({ keptCents: 15_500, heldCents: 0, hostCents: 14_350 }));

  it('adds a dashboard refund to a cancellation that came before the charge', async () =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          {
            minutes: 0,
            type: 'overtake',
            call: 'refunds',
            act: { type: 'refundInDashboard', amountCents: 500 },
          },
          { minutes: 1, type: 'pauseWorkers' },
          { minutes: 0, type: 'approve' },
          { minutes: 30, type: 'playerCancels' },
          { minutes: 0, type: 'resumeWorkers' },
          { minutes: 0, type: 'refundByHand', amount: '5.00', bearer: 'host' },
        ],
      }),
    ).toEqual({ keptCents: 15_500, heldCents: 0, hostCents: 14_350 }));

  it('refunds only what is due if a dashboard refund and another worker come first', async () =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { minutes: 10, type: 'pauseWorkers' },
          { minutes: 10, type: 'playerCancels' },
          {
            minutes: 0,
            type: 'overtake',
            call: 'refunds',
            act: { type: 'refundInDashboard', amountCents: 5_000 },
          },
          { minutes: 1, type: 'resumeWorkers' },
        ],
      }),
    ).toEqual({ keptCents: 16_500, heldCents: 0, hostCents: 14_850 }));

  it('pays the host once if a refund and another worker come first', async () => {
    const simulation = await runHistory({
      ...quiet,
      steps: [
        paysAtOnce,
        { minutes: 5, type: 'approve' },
        { beforeStart: -120, type: 'pauseWorkers' },
        {
          beforeStart: -1_505,
          type: 'overtake',
          call: 'transfers',
          act: { type: 'refundByHand', amount: '280.00', bearer: 'host' },
        },
        { minutes: 1, type: 'resumeWorkers' },
      ],
    });
    try {
      const { data } = await simulation.stripeApi.transfers.list();
      expect(data.map(({ amount, amount_reversed }) => [amount, amount_reversed])).toEqual([
        [1_700, 0],
      ]);
    } finally {
      simulation.close();
    }
  });

  it('records each refusal of a refund, and refunds once Stripe accepts it', async () => {
    const simulation = await runHistory({
      ...quiet,
      steps: [
        paysAtOnce,
        { minutes: 5, type: 'approve' },
        { minutes: 10, type: 'restrictPlatform' },
        { minutes: 5, type: 'playerCancels' },
      ],
    });
    try {
      const refusals = simulation.courtly.events.filter(({ type }) => type === 'PaymentRefused');
      expect(refusals.map(({ data }) => data)).toMatchObject(
        [1, 2, 3, 4, 5, 6].map((attempts) => ({ step: 'refund', amountCents: 16_500, attempts })),
      );
      const { moved, problems } = await outcomeOf(simulation);
      expect({ moved, problems }).toEqual({
        moved: { keptCents: 16_500, heldCents: 0, hostCents: 14_850 },
        problems: [],
      });
    } finally {
      simulation.close();
    }
  });

  it('has the fee that Stripe shows two hours after the charge', async () => {
    const simulation = await runHistory({
      ...quiet,
      steps: [{ minutes: 0, type: 'captureLate' }, paysAtOnce, { minutes: 5, type: 'approve' }],
    });
    try {
      const fees = simulation.courtly.events.filter(({ type }) => type === 'PaymentFeeRecorded');
      expect(fees.map(({ data }) => data)).toMatchObject([{ changeCents: 987 }]);
      const { problems } = await outcomeOf(simulation);
      const log = await logOf(simulation);
      expect([problems, verifyLog(log), await reconcileLog(simulation, log)]).toEqual([[], [], []]);
    } finally {
      simulation.close();
    }
  });

  it('ends a request after 20 declined cards, so that no more can be tried', async () => {
    const tries = Array.from({ length: 21 }, (): Step => ({
      minutes: 0.1,
      type: 'pay',
      card: '4000000000000002',
    }));
    const simulation = await runHistory({ ...quiet, steps: tries });
    try {
      const { cancellation } = (await simulation.booking())!;
      expect(cancellation?.reason).toBe('payment_failed');
      expect(simulation.notified().filter((told) => told.startsWith(HOST))).toEqual([]);
      const { data } = await simulation.stripeApi.charges.list({ limit: 100 });
      expect(data).toHaveLength(20);
      expect((await outcomeOf(simulation)).problems).toEqual([]);
      expect(verifyLog(logOf(simulation))).toEqual([]);
    } finally {
      simulation.close();
    }
  });

  it('is refunded again after the bank returned a refund', async () =>
    expect(
      await movedIn({
        ...quiet,
        startsInMinutes: 4_320,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { minutes: 5, type: 'refundByHand', amount: '5.00', bearer: 'platform' },
          { minutes: 0, type: 'returnRefunds', count: 1 },
          { minutes: 1_400, type: 'hostCancels' },
        ],
      }),
    ).toEqual({ keptCents: 0, heldCents: 0, hostCents: 0 }));

  it('ends a request whose authorization expired while the workers were down', async () =>
    expect(
      await movedIn({
        ...quiet,
        startsInMinutes: 4_320,
        steps: [
          { minutes: 0, type: 'pauseWorkers' },
          paysAtOnce,
          { minutes: 20_160, type: 'resumeWorkers' },
        ],
      }),
    ).toEqual({ keptCents: 0, heldCents: 0, hostCents: 0 }));

  it('leaves a refund that the bank returned three times to an admin', async () =>
    expect(
      await movedIn({
        ...quiet,
        startsInMinutes: 4_320,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { minutes: 5, type: 'returnRefunds', count: 4 },
          { minutes: 5, type: 'hostCancels' },
        ],
      }),
    ).toEqual({ keptCents: 33_000, heldCents: 0, hostCents: 0 }));

  it.each([
    ['paid', 29_700],
    ['waived', 0],
  ] as const)(
    'becomes a debt if the bank declines a played hour; %s, it pays the host %i cents',
    async (settlement, hostCents) =>
      expect(
        await movedIn({
          ...quiet,
          settlement,
          steps: [
            paysAtOnce,
            { minutes: 1, type: 'pauseWorkers' },
            { minutes: 5, type: 'approve' },
            { minutes: 0, type: 'declineCapture' },
            { minutes: 400, type: 'resumeWorkers' },
          ],
        }),
      ).toEqual({ keptCents: 0, heldCents: 0, hostCents }),
  );

  it('becomes a debt if Stripe refuses all charges until the authorization expires', async () =>
    expect(
      await movedIn({
        ...quiet,
        isInstant: true,
        steps: [
          { minutes: 0, type: 'restrictPlatform' },
          { minutes: 0, type: 'pauseWorkers' },
          paysAtOnce,
          { minutes: 1_441, type: 'resumeWorkers' },
          { minutes: 7_000, type: 'pauseWorkers' },
        ],
      }),
    ).toEqual({ keptCents: 0, heldCents: 0, hostCents: 29_700 }));

  it('is returned by an admin if a booking that was paid outside Stripe is canceled', async () => {
    const simulation = await runHistory({
      ...quiet,
      startsInMinutes: 7_200,
      isChargedLate: true,
      steps: [
        paysAtOnce,
        { minutes: 5, type: 'approve' },
        { minutes: 60, type: 'settleCharge' },
        { minutes: 60, type: 'playerCancels' },
      ],
    });
    try {
      const { moved } = await outcomeOf(simulation);
      expect(moved).toEqual({ keptCents: 0, heldCents: 0, hostCents: 0 });
      expect([simulation.settledChargeCents, simulation.settledRefundCents]).toEqual([
        33_000, 33_000,
      ]);
      expect(simulation.obligation()?.what).toBeNull();
      expect(simulation.balances()).toEqual(onlyTheTopUp);
      const log = await logOf(simulation);
      expect(verifyLog(log)).toEqual([]);
      expect(await reconcileLog(simulation, log)).toEqual([]);
    } finally {
      simulation.close();
    }
  });

  it.each<[string, readonly Step[], MovedCents]>([
    ['lost', [], { keptCents: 0, heldCents: 0, hostCents: 0 }],
    [
      'won on appeal',
      [
        { minutes: 1_441, type: 'advanceDispute', status: 'appeal_needs_response' },
        { minutes: 1_441, type: 'advanceDispute', status: 'won' },
      ],
      { keptCents: 33_000, heldCents: 0, hostCents: 29_700 },
    ],
  ])('takes the payout back after a lost dispute (final outcome: %s)', async (_, steps, moved) =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { beforeStart: -3_000, type: 'dispute', status: 'needs_response' },
          { minutes: 1_441, type: 'advanceDispute', status: 'lost' },
          ...steps,
        ],
      }),
    ).toEqual(moved),
  );

  it('takes the payout back even if a dispute goes unreported for eight days', async () =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { beforeStart: -3_000, type: 'webhooks', weather: 'lost' },
          { minutes: 0, type: 'pauseWorkers' },
          { minutes: 5, type: 'dispute', status: 'needs_response' },
          { minutes: 5, type: 'advanceDispute', status: 'lost' },
          { minutes: 11_520, type: 'webhooks', weather: 'normal' },
        ],
      }),
    ).toEqual({ keptCents: 0, heldCents: 0, hostCents: 0 }));

  it('pays the host from the rest of a charge that a bank took in part', async () =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { minutes: 5, type: 'dispute', status: 'needs_response', amountCents: 10_000 },
          { minutes: 1_441, type: 'advanceDispute', status: 'lost' },
        ],
      }),
    ).toEqual({ keptCents: 23_000, heldCents: 0, hostCents: 23_000 }));

  it('pays the host nothing while a manual refund is due after a lost dispute', async () => {
    const simulation = await runHistory({
      ...quiet,
      startsInMinutes: 1_445,
      tax: 'included',
      concurrency: 3,
      seed: 1_576_117_841,
      steps: [
        paysAtOnce,
        { minutes: 61, type: 'approve' },
        { beforeStart: -3_000, type: 'dispute', status: 'prevented', amountCents: 10_000 },
        { minutes: 4_000, type: 'refundByHand', amount: '150.00', bearer: 'platform' },
      ],
    });
    simulation.close();
    const transfers = simulation.courtly.events.filter(({ type }) => type === 'PayoutTransferred');
    expect(transfers.map(({ data }) => data)).toMatchObject([{ amountCents: 29_700 }]);
  });

  /** The event types, and the minutes from the start of the hour to each event. */
  const payoutsIn = async (steps: readonly Step[]) => {
    const simulation = await runHistory({ ...quiet, steps });
    simulation.close();
    return simulation.courtly.events
      .filter(({ type }) => type.startsWith('Payout') && !type.startsWith('PayoutAccount'))
      .map(({ type, data, metadata: { at } }) => {
        const { startTime } = data as Readonly<{ startTime?: string }>;
        return startTime ? [type, (Date.parse(at) - Date.parse(startTime)) / 60_000] : [type];
      });
  };

  it.each(['booking', 'host'] as const)(
    'pays a held payout as soon as the hold on the %s is released',
    async (subject) =>
      expect(
        await payoutsIn([
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { minutes: 5, type: 'hold', subject },
          { beforeStart: -4_000, type: 'release', subject },
        ]),
      ).toEqual([['PayoutHeld'], ['PayoutReleased'], ['PayoutTransferred', 4_000]]),
  );

  it('asks Stripe once to pay an account that is not ready, and pays once it is ready', async () =>
    expect(
      await payoutsIn([
        paysAtOnce,
        { minutes: 5, type: 'approve' },
        { minutes: 5, type: 'webhooks', weather: 'lost' },
        // After the nightly check, and ten minutes before the payout is due.
        { beforeStart: -1_490, type: 'account', transfers: 'inactive' },
        { beforeStart: -4_000, type: 'webhooks', weather: 'normal' },
        { minutes: 0, type: 'account', transfers: 'active' },
      ]),
    ).toEqual([
      ['PayoutRefused', 1_500],
      ['PayoutTransferred', 4_000],
    ]));

  it('is not settled outside Stripe while its charge may be in progress', async () => {
    const simulation = await runHistory({
      ...quiet,
      settlement: 'waived',
      steps: [
        paysAtOnce,
        { minutes: 1, type: 'webhooks', weather: 'lost' },
        // Stripe charges the card, but Courtly learns about it only after the outage.
        { minutes: 1, type: 'failCalls', faults: [null, 'response lost', ...stripeIsDown] },
        { minutes: 1, type: 'approve' },
        { minutes: 0, type: 'settleCharge' },
      ],
    });
    try {
      const { moved, problems } = await outcomeOf(simulation);
      expect({ moved, problems }).toEqual({
        moved: { keptCents: 33_000, heldCents: 0, hostCents: 29_700 },
        problems: [],
      });
      expect(simulation.settledChargeCents).toBe(0);
    } finally {
      simulation.close();
    }
  });

  it('is settled by an admin after Stripe refused its charge for days', async () =>
    expect(
      await movedIn({
        ...quiet,
        startsInMinutes: 7_200,
        steps: [
          paysAtOnce,
          { minutes: 0, type: 'restrictPlatform' },
          { minutes: 5, type: 'approve' },
          { minutes: 4_000, type: 'settleCharge' },
        ],
      }),
    ).toEqual({ keptCents: 0, heldCents: 0, hostCents: 29_700 }));

  it('is charged for the rest if an admin settles a part early', async () =>
    expect(
      await movedIn({
        ...quiet,
        startsInMinutes: 7_200,
        isChargedLate: true,
        settlesInParts: true,
        steps: [paysAtOnce, { minutes: 5, type: 'approve' }, { minutes: 60, type: 'settleCharge' }],
      }),
    ).toEqual({ keptCents: 16_500, heldCents: 0, hostCents: 29_700 }));

  it('returns a manual refund once if an admin settled a part before the charge', async () =>
    expect(
      await movedIn({
        ...quiet,
        startsInMinutes: 7_200,
        isChargedLate: true,
        settlesInParts: true,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { minutes: 60, type: 'settleCharge' },
          { minutes: 60, type: 'refundByHand', amount: '5.00', bearer: 'platform' },
        ],
      }),
    ).toEqual({ keptCents: 16_000, heldCents: 0, hostCents: 29_700 }));

  it('is no longer due if an admin settles an unpaid charge that Stripe refuses to cancel', async () =>
    expect(
      await movedIn({
        ...quiet,
        startsInMinutes: 7_200,
        steps: [
          { minutes: 0, type: 'restrictPlatform' },
          { minutes: 60, type: 'settleCharge' },
        ],
      }),
    ).toEqual({ keptCents: 0, heldCents: 0, hostCents: 0 }));

  it.each([
    ['before', 'add', -1_499, 31_700],
    ['before', 'deduct', -1_499, 27_700],
    ['after', 'add', -1_600, 31_700],
    ['after', 'deduct', -1_600, 27_700],
  ] as const)('adjusts the share %s the payout: %s', async (_, direction, beforeStart, hostCents) =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { beforeStart, type: 'adjustPayout', direction, amount: '20.00' },
        ],
      }),
    ).toEqual({ keptCents: 33_000, heldCents: 0, hostCents }),
  );

  it('becomes a debt for the part that was not charged in the dashboard', async () => {
    const simulation = await runHistory({
      ...quiet,
      steps: [
        paysAtOnce,
        { minutes: 1, type: 'pauseWorkers' },
        { minutes: 5, type: 'approve' },
        { minutes: 0, type: 'chargeInDashboard', amountCents: 10_000 },
        { minutes: 5, type: 'resumeWorkers' },
      ],
    });
    try {
      const { moved } = await outcomeOf(simulation);
      expect(moved).toEqual({ keptCents: 10_000, heldCents: 0, hostCents: 29_700 });
      expect(simulation.settledChargeCents).toBe(23_000);
      expect(simulation.obligation()?.what).toBeNull();
    } finally {
      simulation.close();
    }
  });

  it.each([
    ['is still running at Stripe', { delayedSeconds: 1_023, isAtStripe: true }],
    ['arrives at Stripe after its retry', { delayedSeconds: 1_023, isAtStripe: false }],
  ])('is refunded once if a call that timed out %s', async (_, delay) => {
    const simulation = await runHistory({
      ...quiet,
      steps: [
        paysAtOnce,
        { minutes: 5, type: 'approve' },
        { minutes: 20, type: 'failCalls', faults: [delay] },
        { minutes: 0, type: 'playerCancels' },
      ],
    });
    try {
      const { data } = await simulation.stripeApi.refunds.list();
      expect(data.map(({ amount }) => amount)).toEqual([16_500]);
      const { moved, problems } = await outcomeOf(simulation);
      expect({ moved, problems }).toEqual({
        moved: { keptCents: 16_500, heldCents: 0, hostCents: 14_850 },
        problems: [],
      });
    } finally {
      simulation.close();
    }
  });

  // The last step follows the append, so the adjustment is already stored.
  it.each([0, 1, 2, 3, 4, 5])(
    'counts an adjustment once if the API is killed after %i steps and its client repeats it',
    async (steps) => {
      const simulation = await runHistory({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { beforeStart: -1_600, type: 'kill', victim: 'api', steps },
          { minutes: 0, type: 'adjustPayout', direction: 'add', amount: '20.00' },
        ],
      });
      try {
        expect(simulation.courtly.apiReplacements).toBe(1);
        const { moved, problems } = await outcomeOf(simulation);
        expect(moved).toEqual({ keptCents: 33_000, heldCents: 0, hostCents: 31_700 });
        const log = logOf(simulation);
        expect([problems, verifyLog(log), await reconcileLog(simulation, log)]).toEqual([
          [],
          [],
          [],
        ]);
      } finally {
        simulation.close();
      }
    },
  );

  it.each(['events', 'readModels'] as const)(
    'pays the host once the %s can be read again after a day',
    async (store) =>
      expect(
        await payoutsIn([
          paysAtOnce,
          { minutes: 5, type: 'approve' },
          { beforeStart: -1_499, type: 'failReads', store, outageMinutes: 1_441 },
          { minutes: 1_500, type: 'resumeWorkers' },
        ]),
        // The outage ends after 2,940 minutes, and the workers sweep two minutes later.
      ).toEqual([['PayoutTransferred', 2_942]]),
  );

  it('is handled late if the workers cannot read the events for more than a day', async () => {
    const simulation = await runHistory({
      ...quiet,
      startsInMinutes: 7_200,
      steps: [
        paysAtOnce,
        { minutes: 1, type: 'failReads', store: 'events', outageMinutes: 1_500 },
        { minutes: 1, type: 'approve' },
        { minutes: 1_600, type: 'resumeWorkers' },
      ],
    });
    simulation.close();
    expect(simulation.courtly.wasFollowedLate).toBe(true);
  });

  it('follows the same steps with the same seed, even if one of two workers is killed', async () => {
    const logOf = async () => {
      const simulation = await runHistory({
        ...quiet,
        concurrency: 3,
        workers: 2,
        seed: 7,
        steps: [
          { minutes: 0, type: 'kill', victim: 1, steps: 12 },
          { minutes: 0, type: 'webhooks', weather: 'doubled' },
          paysAtOnce,
          { minutes: 0, type: 'approve' },
          { minutes: 90, type: 'playerCancels' },
        ],
      });
      simulation.close();
      return simulation.courtly.events.map(({ type, metadata }) => [type, metadata.at]);
    };
    expect(await logOf()).toEqual(await logOf());
  });

  it('returns to the player after an outage, even if Redis loses the jobs of the pass after it', async () =>
    expect(
      await movedIn({
        ...quiet,
        steps: [
          paysAtOnce,
          { minutes: 0, type: 'approve' },
          { beforeStart: -3_000, type: 'dispute', status: 'needs_response' },
          { minutes: 0, type: 'emptyRedis', additions: 9 },
          { minutes: 0, type: 'webhooks', weather: 'lost' },
          { minutes: 0, type: 'pauseWorkers' },
          { minutes: 15, type: 'advanceDispute', status: 'lost' },
          { minutes: 4 * 24 * 60 + 1, type: 'resumeWorkers' },
          { minutes: 0, type: 'webhooks', weather: 'normal' },
        ],
      }),
    ).toMatchObject({ hostCents: 0 }));

  it(
    'is correct to the cent in random histories with faults',
    () => checkRandomHistories('histories of a booking', history, movedIn, RANDOM, SLOWEST_RATE),
    maxDurationMs(RANDOM.numRuns),
  );
});
