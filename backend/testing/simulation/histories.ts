import fc from 'fast-check';
import type { Fault } from '../in-memory-event-store.js';
import { MoneySimulation, type WebhookWeather, cityTaxes } from './money-simulation.js';
import type { CallFault } from './stripe-client.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Four days before the clocks change in Los Angeles. */
export const REQUESTED_AT = Date.parse('2027-03-10T12:00:00.000Z');
/** Longer than all deadlines, retries, and payouts after the last fault. */
const SETTLING_MS = 45 * DAY_MS;

/** What a person, the bank, or the machines do. */
type Act =
  | Readonly<{ type: 'pay'; card: string }>
  | Readonly<{ type: 'approve' | 'decline' | 'playerCancels' | 'hostCancels' }>
  | Readonly<{ type: 'refundByHand'; amount: string; bearer: 'host' | 'platform' }>
  | Readonly<{ type: 'refundInDashboard'; amountCents: number }>
  | Readonly<{ type: 'failCalls'; faults: readonly (CallFault | null)[] }>
  | Readonly<{ type: 'pauseWorkers' | 'resumeWorkers' | 'emptyRedis' }>
  | Readonly<{ type: 'restrictPlatform' | 'declineCapture' }>
  | Readonly<{ type: 'returnRefunds'; count: number }>
  | Readonly<{ type: 'failAppends'; faults: readonly (Fault | null)[] }>
  | Readonly<{ type: 'webhooks'; weather: WebhookWeather }>
  | Readonly<{ type: 'account'; transfers: 'active' | 'inactive' }>;

/** The act follows `minutes` after the previous one, or `beforeStart` minutes before the hour. */
type Timing = Readonly<{ minutes: number }> | Readonly<{ beforeStart: number }>;
export type Step = Timing & Act;

export type History = Readonly<{
  startsInMinutes: number;
  isInstant: boolean;
  isChargedLate: boolean;
  tax?: keyof typeof cityTaxes | null;
  concurrency: number;
  steps: readonly Step[];
}>;

const AUTHORIZED = '4242424242424242';
const DECLINED = '4000000000000002';

const refundByHand = fc.record({
  type: fc.constant('refundByHand' as const),
  amount: fc.constantFrom('5.00', '20.00', '150.00', '330.00', '357.23'),
  bearer: fc.constantFrom('host' as const, 'platform' as const),
});
const refundInDashboard = fc.record({
  type: fc.constant('refundInDashboard' as const),
  amountCents: fc.constantFrom(500, 2_000, 20_000, 33_000),
});
const withProbability =
  (percentage: number) =>
  <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    fc.oneof(
      { weight: 100 - percentage, arbitrary: fc.constant(null) },
      { weight: percentage, arbitrary },
    );
const usually = withProbability(94);
const maybe = withProbability(60);
const rarely = withProbability(25);

/** An act within its usual times. */
const timed = <A extends Act>(acts: fc.Arbitrary<A>, ...waits: readonly number[]) =>
  fc.tuple(acts, fc.constantFrom(...waits)).map(([act, minutes]): Step => ({ minutes, ...act }));

/** Around free cancellation (24 hours), the earliest booking (2 hours), and the hour itself. */
const beforeStart = fc.constantFrom(2_000, 1_441, 1_440, 1_439, 600, 61, 1, 0, -30);
const cancellation = fc
  .tuple(
    fc.constantFrom({ type: 'playerCancels' } as const, { type: 'hostCancels' } as const),
    fc.option(beforeStart, { freq: 3 }),
  )
  .map(([act, minutesBefore]): Step =>
    minutesBefore === null ? { minutes: 30, ...act } : { beforeStart: minutesBefore, ...act },
  );

/** What people and the bank usually do, in this order, each perhaps: 15 minutes to pay. */
const actsOfPeople = fc.tuple(
  rarely(timed(fc.constant({ type: 'pay', card: DECLINED } as const), 0, 1, 5)),
  usually(timed(fc.constant({ type: 'pay', card: AUTHORIZED } as const), 0, 1, 1, 1, 5, 14, 15)),
  usually(
    timed(
      fc.oneof(
        { weight: 9, arbitrary: fc.constant({ type: 'approve' } as const) },
        { weight: 1, arbitrary: fc.constant({ type: 'decline' } as const) },
      ),
      ...[0, 1, 5, 59, 61, 130, 1_400, 1_441],
    ),
  ),
  rarely(
    timed(
      fc.constantFrom(1, 2, 4).map((count) => ({ type: 'returnRefunds', count }) as const),
      0,
    ),
  ),
  rarely(timed(fc.oneof(refundByHand, refundInDashboard), 0, 5, 130, 1_441)),
  maybe(cancellation),
  rarely(timed(refundByHand, 0, 5, 1_441, 4_000)),
);

const callFaults = fc.array(
  maybe(
    fc.constantFrom<CallFault>('request lost', 'answer lost', 'error stored', 'error after effect'),
  ),
  { minLength: 1, maxLength: 6 },
);
const appendFaults = fc.array(
  maybe(fc.constantFrom<Fault>('conflict', 'answer lost', 'unavailable', 'position untold')),
  { minLength: 1, maxLength: 6 },
);
const fault: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'pauseWorkers' } as const) },
  { weight: 2, arbitrary: fc.constant({ type: 'resumeWorkers' } as const) },
  { weight: 1, arbitrary: fc.constant({ type: 'emptyRedis' } as const) },
  { weight: 1, arbitrary: fc.constant({ type: 'restrictPlatform' } as const) },
  { weight: 1, arbitrary: fc.constant({ type: 'declineCapture' } as const) },
  {
    weight: 2,
    arbitrary: appendFaults.map((faults) => ({ type: 'failAppends', faults }) as const),
  },
  { weight: 2, arbitrary: callFaults.map((faults) => ({ type: 'failCalls', faults }) as const) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<WebhookWeather>('normal', 'lost', 'doubled', 'late')
      .map((weather) => ({ type: 'webhooks', weather }) as const),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('active' as const, 'inactive' as const)
      .map((transfers) => ({ type: 'account', transfers }) as const),
  },
);
const placedFault = fc.record({
  place: fc.nat(6),
  minutes: fc.constantFrom(0, 0, 1, 5, 61, 1_441),
  act: fault,
});

/** Workers that stop once the card is authorized, perhaps until the bank declines the charge. */
const outage = fc
  .boolean()
  .map((isDeclined): Step[] => [
    { minutes: 1, type: 'pauseWorkers' },
    ...(isDeclined ? [{ minutes: 0, type: 'declineCapture' } as const] : []),
  ]);
const PLACE_OF_OUTAGE = 2;

/** A fault precedes the act at its place. */
const steps = fc
  .tuple(actsOfPeople, fc.array(placedFault, { maxLength: 4 }), rarely(outage))
  .map(([acts, faults, stopped]): Step[] =>
    acts.flatMap((act, place): Step[] => [
      ...(stopped && place === PLACE_OF_OUTAGE ? stopped : []),
      ...faults
        .filter((placed) => placed.place === place)
        // Without an intent, nothing happens that is worth simulating.
        .map((placed) => ({ minutes: place < 2 ? 0 : placed.minutes, ...placed.act })),
      ...(act ? [act] : []),
    ]),
  );

/** The player pays a minute after the request. */
export const paysAtOnce: Step = { minutes: 1, type: 'pay', card: AUTHORIZED };

export const history: fc.Arbitrary<History> = fc.record({
  startsInMinutes: fc.constantFrom(125, 180, 1_430, 1_445, 1_560, 4_320, 7_200, 20_160),
  isInstant: fc.boolean(),
  isChargedLate: fc.boolean(),
  tax: fc.constantFrom(null, 'added' as const, 'included' as const),
  concurrency: fc.constantFrom(1, 2),
  steps,
});

const perform = async (simulation: MoneySimulation, step: Step): Promise<unknown> => {
  switch (step.type) {
    case 'pay':
      return simulation.pay(step.card);
    case 'approve':
      return simulation.approve();
    case 'decline':
      return simulation.decline();
    case 'playerCancels':
      return simulation.cancel('player_cancelled');
    case 'hostCancels':
      return simulation.cancel('host_cancelled');
    case 'refundByHand':
      return simulation.refundByHand(step.amount, step.bearer);
    case 'refundInDashboard':
      return simulation.refundInDashboard(step.amountCents);
    case 'failCalls':
      return simulation.failCalls(step.faults);
    case 'pauseWorkers':
      return simulation.pauseWorkers();
    case 'resumeWorkers':
      return simulation.resumeWorkers();
    case 'emptyRedis':
      return simulation.emptyRedis();
    case 'restrictPlatform':
      return simulation.restrictPlatform();
    case 'declineCapture':
      return simulation.declineCapture();
    case 'returnRefunds':
      return simulation.returnRefunds(step.count);
    case 'failAppends':
      return simulation.failAppends(step.faults);
    case 'webhooks':
      return simulation.setWebhooks(step.weather);
    case 'account':
      return simulation.openPayoutAccount(step.transfers);
  }
};

/** Runs a history to its end, then ends all faults and lets time pass. Close the result. */
export const runHistory = async ({
  startsInMinutes,
  isInstant,
  isChargedLate,
  tax = null,
  concurrency,
  steps,
}: History): Promise<MoneySimulation> => {
  const startsAt = REQUESTED_AT + startsInMinutes * MINUTE_MS;
  const startTime = new Date(startsAt).toISOString();
  const simulation = new MoneySimulation({
    requestedAt: REQUESTED_AT,
    startTime,
    isInstant,
    isChargedLate,
    tax: tax && cityTaxes[tax],
    concurrency,
  });
  await simulation.openPayoutAccount('active');
  await simulation.request();
  await simulation.advanceTo(REQUESTED_AT + MINUTE_MS);
  let instant = REQUESTED_AT + MINUTE_MS;
  for (const step of steps) {
    instant =
      'minutes' in step
        ? instant + step.minutes * MINUTE_MS
        : Math.max(instant, startsAt - step.beforeStart * MINUTE_MS);
    await simulation.advanceTo(instant);
    await perform(simulation, step);
  }
  simulation.endFaults();
  await simulation.openPayoutAccount('active');
  let settledAt = Math.max(instant, startsAt) + SETTLING_MS;
  await simulation.advanceTo(settledAt);
  while (await simulation.decideAsAdmin()) await simulation.advanceTo((settledAt += SETTLING_MS));
  return simulation;
};
