import fc from 'fast-check';
import type { Fault } from '../in-memory-event-store.js';
import { type BankDecision, MoneySimulation, cityTaxes } from './money-simulation.js';
import type { ReadStore, SimulatedLoad, Victim, WebhookWeather } from './simulated-courtly.js';
import type { CallFault } from './stripe-client.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Four days before the clocks change in Los Angeles. */
export const REQUESTED_AT = Date.parse('2027-03-10T12:00:00.000Z');
/** Longer than all deadlines, retries, and payouts after the last fault. */
const SETTLING_MS = 15 * DAY_MS;
/** More than any history needs: halving an amount down to $10 takes at most six decisions. */
const MAX_DECISIONS = 20;

/** Something that a person, the bank, or a machine does. */
export type Act =
  | Readonly<{ type: 'pay'; card: string }>
  | Readonly<{ type: 'approve' | 'decline' | 'playerCancels' | 'hostCancels' | 'settleCharge' }>
  | Readonly<{ type: 'claimWeather' | 'claimDamage' }>
  | Readonly<{ type: 'answerClaim'; agrees: boolean }>
  | Readonly<{ type: 'moveHour' | 'declineMove' }>
  | Readonly<{ type: 'refundByHand'; amount: string; bearer: 'host' | 'platform' }>
  | Readonly<{ type: 'adjustPayout'; direction: 'add' | 'deduct'; amount: string }>
  | Readonly<{ type: 'refundInDashboard' | 'chargeInDashboard'; amountCents: number }>
  | { readonly type: 'overtake'; readonly call: 'refunds' | 'transfers'; readonly act: Act }
  | Readonly<{ type: 'hold' | 'release'; subject: 'booking' | 'host' }>
  | Readonly<{ type: 'failCalls'; faults: readonly (CallFault | null)[] }>
  | Readonly<{ type: 'pauseWorkers' | 'resumeWorkers' }>
  | Readonly<{ type: 'emptyRedis'; additions: number }>
  | Readonly<{ type: 'restrictPlatform' | 'declineCapture' | 'captureLate' }>
  | Readonly<{ type: 'returnRefunds'; count: number }>
  | Readonly<{ type: 'failAppends'; faults: readonly (Fault | null)[] }>
  | Readonly<{ type: 'webhooks'; weather: WebhookWeather }>
  | Readonly<{ type: 'account'; transfers: 'active' | 'inactive' }>
  | Readonly<{ type: 'kill'; victim: Victim; steps: number }>
  | Readonly<{ type: 'failReads'; store: ReadStore; outageMinutes: number }>
  | Readonly<{ type: 'spendHostBalance' | 'payOutPlatform' }>
  | Readonly<{ type: 'dispute'; status: DisputeStart; amountCents?: number }>
  | Readonly<{ type: 'advanceDispute'; status: string }>;

type DisputeStart = 'needs_response' | 'warning_needs_response' | 'prevented';

/** The act happens `minutes` after the previous one, or `beforeStart` minutes before the hour. */
type Timing = Readonly<{ minutes: number }> | Readonly<{ beforeStart: number }>;
export type Step = Timing & Act;

export type History = SimulatedLoad &
  Readonly<{
    /** When the hour starts (UTC). By default, `startsInMinutes` after a fixed time of request. */
    startTime?: string;
    startsInMinutes: number;
    isInstant: boolean;
    isChargedLate: boolean;
    /** How an admin settles open amounts; by default, they are paid. */
    settlement?: 'paid' | 'waived';
    settlesInParts?: boolean;
    tax?: keyof typeof cityTaxes | null;
    /** The bank's final decision on an open dispute. */
    bankDecides?: BankDecision;
    /** When the host opens a payout account: before the request, or long after the hour. */
    account?: 'first' | 'late';
    steps: readonly Step[];
  }>;

export const AUTHORIZED = '4242424242424242';
const DECLINED = '4000000000000002';

const refundByHand = fc.record({
  type: fc.constant('refundByHand' as const),
  amount: fc.constantFrom('5.00', '20.00', '150.00', '330.00', '357.23'),
  bearer: fc.constantFrom('host' as const, 'platform' as const),
});
/**
 * From two hours before the start to the end. The host agrees, disputes it, or stays silent. Then
 * the player moves the hour, takes the refund, or stays silent.
 */
const weatherClaim = fc
  .tuple(
    fc.constantFrom(119, 61, 1, -30, -59),
    fc.constantFrom(0, 5, 61, 1_441),
    fc.constantFrom(true, true, false, null),
    fc.constantFrom('moveHour' as const, 'moveHour' as const, 'declineMove' as const, null),
    fc.constantFrom(0, 1, 30),
  )
  .map(([beforeStart, minutes, agrees, choice, choiceMinutes]): Step[] => [
    { beforeStart, type: 'claimWeather' },
    ...(agrees === null ? [] : [{ minutes, type: 'answerClaim', agrees } as const]),
    ...(choice === null ? [] : [{ minutes: choiceMinutes, type: choice }]),
  ]);
/** Before or after the payout, which is due 25 hours after the start. */
const damageClaim = fc
  .constantFrom(-30, -61, -1_000, -1_600)
  .map((beforeStart): Step => ({ beforeStart, type: 'claimDamage' }));
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
const sometimes = withProbability(20);
const seldom = withProbability(12);

/**
 * Before and after the payout, which is due 25 hours after the start. Some API processes are killed
 * during the request, so that the client repeats it.
 */
const adjustment = fc
  .tuple(
    fc.constantFrom(-61, -1_499, -1_600, -3_000, -5_000),
    fc.record({
      type: fc.constant('adjustPayout' as const),
      direction: fc.constantFrom('add' as const, 'deduct' as const),
      amount: fc.constantFrom('0.01', '20.00', '33.00', '150.00', '297.00'),
    }),
    rarely(fc.nat(12)),
  )
  .map(([beforeStart, order, steps]): Step[] => [
    ...(steps === null ? [] : [{ beforeStart, type: 'kill', victim: 'api', steps } as const]),
    { beforeStart, ...order },
  ]);

/** An act at one of its usual times. */
const timed = <A extends Act>(acts: fc.Arbitrary<A>, ...waits: readonly number[]) =>
  fc.tuple(acts, fc.constantFrom(...waits)).map(([act, minutes]): Step => ({ minutes, ...act }));

/**
 * Times around the end of free cancellation (24 hours), the latest time to book (2 hours), and the
 * hour itself.
 */
const beforeStart = fc.constantFrom(2_000, 1_470, 1_441, 1_440, 1_439, 1_410, 600, 61, 1, 0, -30);
const cancellation = fc
  .tuple(
    fc.constantFrom({ type: 'playerCancels' } as const, { type: 'hostCancels' } as const),
    fc.option(beforeStart, { freq: 3 }),
  )
  .map(([act, minutesBefore]): Step =>
    minutesBefore === null ? { minutes: 30, ...act } : { beforeStart: minutesBefore, ...act },
  );

const disputeStart = fc.record({
  type: fc.constant('dispute' as const),
  status: fc.constantFrom<DisputeStart>(
    'needs_response',
    'needs_response',
    'warning_needs_response',
    'prevented',
  ),
  amountCents: fc.constantFrom<(number | undefined)[]>(undefined, undefined, 10_000, 33_000),
});
const disputeStatuses = fc.constantFrom<string[]>(
  [],
  ['won'],
  ['lost'],
  ['under_review', 'won'],
  ['lost', 'appeal_needs_response', 'appeal_under_review', 'won'],
  ['lost', 'appeal_needs_response', 'lost'],
  ['won', 'lost'],
  ['won', 'needs_response', 'lost'],
  ['under_review', 'prevented'],
  ['warning_under_review', 'needs_response', 'lost'],
  ['warning_under_review', 'warning_closed'],
  ['warning_closed'],
);
/** The minutes between a bank's decisions. Evidence is due after nine days. */
const bankWaits = fc.constantFrom(0, 5, 1_441, 4_000, 13_100);
/** At this time, long after the hour, the host has already been paid. */
const disputeTiming = fc.oneof(
  bankWaits.map((minutes) => ({ minutes })),
  fc.constant({ beforeStart: -3_000 }),
);
const dispute = fc
  .tuple(
    fc.tuple(disputeTiming, disputeStart),
    disputeStatuses,
    fc.array(bankWaits, { minLength: 4, maxLength: 4 }),
  )
  .map(([[timing, start], statuses, waits]): Step[] => [
    { ...timing, ...start } as Step,
    ...statuses.map((status, index): Step => ({
      minutes: waits[index]!,
      type: 'advanceDispute',
      status,
    })),
  ]);

/** A dispute whose webhooks are permanently lost while no worker runs for more than four days. */
const unnoticedDispute = fc
  .tuple(disputeStart, disputeStatuses, fc.constantFrom(5_761, 11_520))
  .map(([start, statuses, minutes]): Step[] => [
    { beforeStart: -3_000, type: 'webhooks', weather: 'lost' },
    { minutes: 0, type: 'pauseWorkers' },
    { minutes: 0, ...start } as Step,
    ...statuses.map((status): Step => ({ minutes: 5, type: 'advanceDispute', status })),
    { minutes, type: 'resumeWorkers' },
    { minutes: 0, type: 'webhooks', weather: 'normal' },
  ]);

/**
 * The usual acts of people and the bank, in this order, each with some probability. There are 15
 * minutes to pay.
 */
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
  sometimes(dispute),
  seldom(timed(fc.constant({ type: 'settleCharge' } as const), 0, 60)),
  maybe(cancellation),
  sometimes(weatherClaim),
  seldom(damageClaim),
  sometimes(adjustment),
  rarely(timed(refundByHand, 0, 5, 1_441, 4_000)),
  sometimes(dispute),
  seldom(unnoticedDispute),
  sometimes(adjustment),
);

/**
 * The delays end together with retries of jobs, which wait for 1, 2, 4, and more seconds. The
 * longest one also outlasts the five minutes after a refusal.
 */
export const callFault: fc.Arbitrary<CallFault> = fc.oneof(
  fc.constantFrom('request lost', 'response lost', 'error stored', 'error after effect'),
  fc.record({ delayedSeconds: fc.constantFrom(1, 63, 1_023), isAtStripe: fc.boolean() }),
);
export const kill = fc.record({
  type: fc.constant('kill' as const),
  victim: fc.constantFrom<Victim[]>(0, 1, 'api'),
  steps: fc.nat(40),
});
/** The longer outages fail all attempts of a job. */
export const failReads = fc.record({
  type: fc.constant('failReads' as const),
  store: fc.constantFrom<ReadStore[]>('events', 'readModels'),
  outageMinutes: fc.constantFrom(1, 61, 1_441),
});
const callFaults = fc.array(maybe(callFault), { minLength: 1, maxLength: 6 });
const appendFaults = fc.array(
  maybe(fc.constantFrom<Fault>('conflict', 'response lost', 'unavailable', 'position untold')),
  { minLength: 1, maxLength: 6 },
);
const overtaking = fc.record({
  type: fc.constant('overtake' as const),
  call: fc.constantFrom('refunds' as const, 'transfers' as const),
  act: fc.oneof(refundByHand, refundInDashboard),
});
export const fault: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: overtaking },
  { weight: 3, arbitrary: fc.constant({ type: 'pauseWorkers' } as const) },
  { weight: 2, arbitrary: fc.constant({ type: 'resumeWorkers' } as const) },
  {
    weight: 2,
    arbitrary: fc.nat(12).map((additions) => ({ type: 'emptyRedis', additions }) as const),
  },
  { weight: 4, arbitrary: kill },
  { weight: 2, arbitrary: failReads },
  { weight: 1, arbitrary: fc.constant({ type: 'spendHostBalance' } as const) },
  { weight: 1, arbitrary: fc.constant({ type: 'payOutPlatform' } as const) },
  { weight: 1, arbitrary: fc.constant({ type: 'restrictPlatform' } as const) },
  { weight: 1, arbitrary: fc.constant({ type: 'declineCapture' } as const) },
  {
    weight: 2,
    arbitrary: appendFaults.map((faults) => ({ type: 'failAppends', faults }) as const),
  },
  { weight: 4, arbitrary: callFaults.map((faults) => ({ type: 'failCalls', faults }) as const) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<WebhookWeather>('normal', 'lost', 'doubled', 'late')
      .map((weather) => ({ type: 'webhooks', weather }) as const),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('hold' as const, 'release' as const),
        fc.constantFrom('booking' as const, 'host' as const),
      )
      .map(([type, subject]) => ({ type, subject })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('active' as const, 'inactive' as const)
      .map((transfers) => ({ type: 'account', transfers }) as const),
  },
);
const placedFault = fc.record({
  place: fc.nat(13),
  minutes: fc.constantFrom(0, 0, 1, 5, 61, 1_441),
  act: fault,
});

/** Workers stop once the card is authorized, in some cases until the bank declines the charge. */
const outage = fc
  .boolean()
  .map((isDeclined): Step[] => [
    { minutes: 1, type: 'pauseWorkers' },
    ...(isDeclined ? [{ minutes: 0, type: 'declineCapture' } as const] : []),
  ]);
const PLACE_OF_OUTAGE = 2;

/** Each fault precedes the act at its place. */
const steps = fc
  .tuple(actsOfPeople, fc.array(placedFault, { maxLength: 4 }), rarely(outage))
  .map(([acts, faults, stopped]): Step[] =>
    acts.flatMap((act, place): Step[] => [
      ...(stopped && place === PLACE_OF_OUTAGE ? stopped : []),
      ...faults
        .filter((placed) => placed.place === place)
        // Without an intent, nothing happens that would be worth simulating.
        .map((placed) => ({ minutes: place < 2 ? 0 : placed.minutes, ...placed.act })),
      ...(act ? [act].flat() : []),
    ]),
  );

/** The player pays a minute after the request. */
export const paysAtOnce: Step = { minutes: 1, type: 'pay', card: AUTHORIZED };

/**
 * Hours in Los Angeles: on ordinary days, and on and after the days of clock changes, including the
 * first hour after a skipped one and both of the repeated hours.
 */
const startTimes = fc.oneof(
  { weight: 2, arbitrary: fc.constant('2027-06-15T17:00:00.000Z') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '2027-03-14T09:00:00.000Z',
      '2027-03-14T10:00:00.000Z',
      '2027-03-14T17:00:00.000Z',
      '2027-03-15T16:00:00.000Z',
      '2027-11-07T08:00:00.000Z',
      '2027-11-07T09:00:00.000Z',
      '2027-11-07T18:00:00.000Z',
      '2027-11-08T17:00:00.000Z',
    ),
  },
);

export const history: fc.Arbitrary<History> = fc.record({
  startTime: startTimes,
  startsInMinutes: fc.constantFrom(125, 180, 1_430, 1_445, 1_560, 4_320, 7_200, 20_160),
  isInstant: fc.boolean(),
  isChargedLate: fc.boolean(),
  settlement: fc.constantFrom('paid' as const, 'waived' as const),
  settlesInParts: fc.boolean(),
  tax: fc.constantFrom(null, 'added' as const, 'included' as const),
  concurrency: fc.constantFrom(1, 2, 3),
  workers: fc.constantFrom<(1 | 2)[]>(1, 2),
  seed: fc.nat(),
  bankDecides: fc.constantFrom<BankDecision[]>('won', 'lost'),
  account: fc.constantFrom<('first' | 'late')[]>('first', 'first', 'first', 'first', 'late'),
  steps,
});

export const perform = async (simulation: MoneySimulation, step: Act): Promise<unknown> => {
  const { courtly } = simulation;
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
    case 'settleCharge':
      return simulation.settleObligation();
    case 'claimWeather':
      return simulation.claimWeather();
    case 'claimDamage':
      return simulation.claimDamage();
    case 'answerClaim':
      return simulation.answerClaim(step.agrees);
    case 'moveHour':
      return simulation.moveHour();
    case 'declineMove':
      return simulation.declineMove();
    case 'refundByHand':
      return simulation.refundByHand(step.amount, step.bearer);
    case 'adjustPayout':
      return simulation.adjustPayout(step.direction, step.amount);
    case 'refundInDashboard':
      return simulation.refundInDashboard(step.amountCents);
    case 'overtake':
      return simulation.overtake(step.call, () => perform(simulation, step.act));
    case 'chargeInDashboard':
      return simulation.chargeInDashboard(step.amountCents);
    case 'hold':
    case 'release':
      return simulation.changeHold(step.type === 'hold', step.subject);
    case 'dispute':
      return simulation.dispute(step.status, step.amountCents);
    case 'advanceDispute':
      return simulation.advanceDispute(step.status);
    case 'spendHostBalance':
      return simulation.spendHostBalance();
    case 'payOutPlatform':
      return simulation.payOutPlatform();
    case 'returnRefunds':
      return simulation.returnRefunds(step.count);
    case 'account':
      return simulation.setAccount(step.transfers);
    case 'failCalls':
      return courtly.stripeFaults.failCalls(step.faults);
    case 'restrictPlatform':
      return courtly.stripeFaults.restrictPlatform();
    case 'declineCapture':
      return courtly.stripeFaults.declineCapture();
    case 'captureLate':
      return simulation.captureLate();
    case 'pauseWorkers':
      return courtly.pauseWorkers();
    case 'resumeWorkers':
      return courtly.resumeWorkers();
    case 'kill':
      return courtly.kill(step.victim, step.steps);
    case 'failReads':
      return courtly.failReads(step.store, step.outageMinutes);
    case 'emptyRedis':
      return courtly.emptyRedis(step.additions);
    case 'failAppends':
      return courtly.failAppends(step.faults);
    case 'webhooks':
      return courtly.setWebhooks(step.weather);
  }
};

/**
 * Runs a history to its end, then ends all faults and lets time pass. The caller must close the
 * result.
 */
export const runHistory = async ({
  startTime,
  startsInMinutes,
  settlement = 'paid',
  settlesInParts = false,
  tax = null,
  bankDecides = 'lost',
  account = 'first',
  steps,
  ...setup
}: History): Promise<MoneySimulation> => {
  const startsAt = startTime ? Date.parse(startTime) : REQUESTED_AT + startsInMinutes * MINUTE_MS;
  const requestedAt = startsAt - startsInMinutes * MINUTE_MS;
  const simulation = new MoneySimulation({
    ...setup,
    settlement,
    settlesInParts,
    tax: tax && cityTaxes[tax],
    requestedAt,
    startTime: new Date(startsAt).toISOString(),
  });
  const { courtly } = simulation;
  if (account === 'first') await simulation.openPayoutAccount();
  await simulation.request();
  await courtly.advanceTo(requestedAt + MINUTE_MS);
  let instant = requestedAt + MINUTE_MS;
  for (const step of steps) {
    instant =
      'minutes' in step
        ? instant + step.minutes * MINUTE_MS
        : Math.max(instant, startsAt - step.beforeStart * MINUTE_MS);
    await courtly.advanceTo(instant, () => perform(simulation, step));
  }
  await settleAll([simulation], Math.max(instant, startsAt), bankDecides);
  return simulation;
};

/**
 * Ends all faults at an instant (Unix milliseconds) and lets time pass. A host without an account
 * opens one, and admins decide what is left to them.
 */
export const settleAll = async (
  simulations: readonly MoneySimulation[],
  instant: number,
  bankDecides: BankDecision,
): Promise<void> => {
  const [first] = simulations;
  const { courtly } = first!;
  let settledAt = instant;
  await courtly.advanceTo(settledAt, async () => {
    await first!.endFaults(bankDecides);
    for (const simulation of simulations) await simulation.changeHold(false, 'booking');
  });
  await courtly.advanceTo((settledAt += SETTLING_MS));
  if (await first!.openLatePayoutAccount()) await courtly.advanceTo((settledAt += SETTLING_MS));
  for (const simulation of simulations) {
    for (let decisions = 0; await simulation.decideAsAdmin(); decisions++) {
      if (decisions === MAX_DECISIONS) throw new Error(`${decisions} decisions settle nothing`);
      await courtly.advanceTo((settledAt += SETTLING_MS));
    }
    simulation.countClaimRefunds();
  }
};
