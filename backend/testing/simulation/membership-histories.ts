import fc from 'fast-check';
import type { Fault } from '../in-memory-event-store.js';
import { MembershipSimulation } from './membership-simulation.js';
import { callFault, failReads, kill } from './histories.js';
import type { ReadStore, SimulatedLoad, Victim, WebhookWeather } from './simulated-courtly.js';
import type { CallFault } from './stripe-client.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** In minutes. */
const MONTH = 31 * 1_440;
const STARTS_AT = Date.parse('2027-03-10T12:00:00.000Z');
/** Longer than the grace period and all retries after the last fault. */
const SETTLING_MS = 10 * DAY_MS;

/** Something that the member, the bank, an admin, or a machine does. */
type Act =
  | Readonly<{ type: 'beginFounding' | 'beginMonthly' | 'cancel' | 'payOpenInvoice' }>
  | Readonly<{ type: 'pay'; card: string }>
  | Readonly<{ type: 'replaceCard'; paymentMethod: string }>
  | Readonly<{ type: 'dispute' | 'inquire' | 'failRefund' | 'cancelInDashboard' | 'changeAmount' }>
  | Readonly<{ type: 'closeDispute'; status: 'won' | 'lost' }>
  | Readonly<{ type: 'refund'; amount: string | undefined }>
  | Readonly<{ type: 'refundInDashboard'; amountCents: number | undefined }>
  | Readonly<{ type: 'end'; freesSeat: boolean }>
  | Readonly<{ type: 'returnPayment' | 'retryRefund' | 'retrySteps' }>
  | Readonly<{ type: 'settleRefund'; outcome: 'paid' | 'waived' }>
  | Readonly<{ type: 'failCalls'; faults: readonly (CallFault | null)[] }>
  | Readonly<{ type: 'restrictPlatform'; refusal: 'refused' | 'invalid' }>
  | Readonly<{ type: 'pauseWorkers' | 'resumeWorkers' | 'emptyRedis' }>
  | Readonly<{ type: 'kill'; victim: Victim; steps: number }>
  | Readonly<{ type: 'failReads'; store: ReadStore; outageMinutes: number }>
  | Readonly<{ type: 'failAppends'; faults: readonly (Fault | null)[] }>
  | Readonly<{ type: 'webhooks'; weather: WebhookWeather }>
  | Readonly<{ type: 'wait' }>;

/** `minutes` pass before the act. */
export type MembershipStep = Readonly<{ minutes: number }> & Act;

/** With late captures, Stripe shows the fee of a payment only two hours later. */
export type MembershipHistory = SimulatedLoad &
  Readonly<{ capturesLate: boolean; steps: readonly MembershipStep[] }>;

export const PAYS = '4242424242424242';
const DECLINES = '4000000000000002';
const FAILS_LATER = 'pm_card_chargeCustomerFail';

const payment = fc.constantFrom(
  { type: 'pay', card: PAYS } as const,
  { type: 'pay', card: PAYS } as const,
  { type: 'pay', card: DECLINES } as const,
);
const callFaults = fc.array(fc.option(callFault, { freq: 2 }), { minLength: 1, maxLength: 8 });

const appendFaults = fc.array(
  fc.option(fc.constantFrom<Fault>('conflict', 'response lost', 'unavailable', 'position untold'), {
    freq: 2,
  }),
  { minLength: 1, maxLength: 6 },
);

/**
 * Times around the deadlines: 30 minutes to pay for a seat, 23 hours for the first month, a month,
 * and its grace period.
 */
const minutes = fc.constantFrom(0, 1, 10, 29, 31, 1_381, 4_000, 11_000);

const faultAct: fc.Arbitrary<Act> = fc.oneof(
  callFaults.map((faults) => ({ type: 'failCalls', faults }) as const),
  appendFaults.map((faults) => ({ type: 'failAppends', faults }) as const),
  kill,
  failReads,
  fc.constantFrom<Act>(
    { type: 'pauseWorkers' },
    { type: 'pauseWorkers' },
    { type: 'resumeWorkers' },
    { type: 'emptyRedis' },
    { type: 'restrictPlatform', refusal: 'refused' },
    { type: 'restrictPlatform', refusal: 'invalid' },
    { type: 'webhooks', weather: 'lost' },
    { type: 'webhooks', weather: 'normal' },
    { type: 'webhooks', weather: 'doubled' },
    { type: 'webhooks', weather: 'late' },
  ),
);

const act = fc.constantFrom<Act>(
  { type: 'cancel' },
  { type: 'payOpenInvoice' },
  { type: 'replaceCard', paymentMethod: FAILS_LATER },
  { type: 'replaceCard', paymentMethod: 'pm_card_visa' },
  { type: 'beginFounding' },
  { type: 'beginMonthly' },
  { type: 'pay', card: PAYS },
  { type: 'dispute' },
  { type: 'inquire' },
  { type: 'failRefund' },
  { type: 'refundInDashboard', amountCents: 900 },
  { type: 'refundInDashboard', amountCents: undefined },
  { type: 'cancelInDashboard' },
  { type: 'refund', amount: '50.00' },
  { type: 'refund', amount: undefined },
  { type: 'end', freesSeat: false },
  { type: 'end', freesSeat: true },
  { type: 'returnPayment' },
  { type: 'retryRefund' },
  { type: 'retrySteps' },
  { type: 'settleRefund', outcome: 'paid' },
  { type: 'settleRefund', outcome: 'waived' },
);

/**
 * A month passes, a dispute is decided, a card fails and is replaced, or some single act happens.
 */
const chapter: fc.Arbitrary<Act[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Act[]>([{ type: 'wait' }]) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<('won' | 'lost')[]>(['won'], ['lost'], ['lost', 'won'], ['won', 'lost'])
      .map((statuses): Act[] => [
        { type: 'dispute' },
        ...statuses.map((status) => ({ type: 'closeDispute', status }) as const),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Act>(
        { type: 'payOpenInvoice' },
        { type: 'replaceCard', paymentMethod: 'pm_card_visa' },
        { type: 'cancel' },
      )
      .map((way): Act[] => [
        { type: 'replaceCard', paymentMethod: FAILS_LATER },
        { type: 'wait' },
        way,
      ]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Act[]>(
      [{ type: 'refund', amount: undefined }, { type: 'failRefund' }],
      [
        { type: 'refund', amount: '50.00' },
        { type: 'failRefund' },
        { type: 'settleRefund', outcome: 'paid' },
      ],
      [{ type: 'refund', amount: undefined }, { type: 'failRefund' }, { type: 'retryRefund' }],
      [{ type: 'beginFounding' }, { type: 'pay', card: PAYS }],
      [{ type: 'beginMonthly' }, { type: 'pay', card: PAYS }],
    ),
  },
  { weight: 2, arbitrary: act.map((single) => [single]) },
  { weight: 2, arbitrary: faultAct.map((single) => [single]) },
);

const steps = fc
  .tuple(
    fc.constantFrom<Act>(
      { type: 'beginFounding' },
      { type: 'beginMonthly' },
      { type: 'beginMonthly' },
    ),
    fc.constantFrom<Act[]>([], [], [], [{ type: 'changeAmount' }]),
    payment,
    fc.array(chapter, { maxLength: 6 }),
    fc.array(minutes, { minLength: 12, maxLength: 12 }),
  )
  .map(([begin, change, pay, chapters, waits]): MembershipStep[] => [
    { minutes: 0, ...begin },
    ...change.map((changed) => ({ minutes: 1, ...changed })),
    { minutes: 1, ...pay },
    ...chapters.flat().map((later, index) => ({
      minutes: later.type === 'wait' ? MONTH + 90 : waits[index % waits.length]!,
      ...later,
    })),
  ]);

export const membershipHistory: fc.Arbitrary<MembershipHistory> = fc.record({
  concurrency: fc.constantFrom(1, 2, 3),
  workers: fc.constantFrom<(1 | 2)[]>(1, 2),
  seed: fc.nat(),
  capturesLate: fc.boolean(),
  steps,
});

const perform = async (
  simulation: MembershipSimulation,
  step: MembershipStep,
): Promise<unknown> => {
  const { courtly } = simulation;
  switch (step.type) {
    case 'wait':
      return undefined;
    case 'beginFounding':
      return simulation.beginFounding();
    case 'beginMonthly':
      return simulation.beginMonthly();
    case 'pay':
      return simulation.pay(step.card);
    case 'payOpenInvoice':
      return simulation.payOpenInvoice();
    case 'cancel':
      return simulation.cancel();
    case 'replaceCard':
      return simulation.replaceCard(step.paymentMethod);
    case 'dispute':
      return simulation.dispute('needs_response');
    case 'inquire':
      return simulation.dispute('warning_needs_response');
    case 'closeDispute':
      return simulation.closeDispute(step.status);
    case 'failRefund':
      return simulation.failRefund();
    case 'refund':
      return simulation.refund(step.amount);
    case 'refundInDashboard':
      return simulation.refundInDashboard(step.amountCents);
    case 'cancelInDashboard':
      return simulation.cancelInDashboard();
    case 'changeAmount':
      return simulation.changeAmountInDashboard();
    case 'end':
      return simulation.end(step.freesSeat);
    case 'returnPayment':
      return simulation.returnPayment();
    case 'retryRefund':
      return simulation.retryRefund();
    case 'retrySteps':
      return simulation.retrySteps();
    case 'settleRefund':
      return simulation.settleRefund(step.outcome);
    case 'failCalls':
      return courtly.stripeFaults.failCalls(step.faults);
    case 'restrictPlatform':
      return courtly.stripeFaults.restrictPlatform(step.refusal);
    case 'pauseWorkers':
      return courtly.pauseWorkers();
    case 'resumeWorkers':
      return courtly.resumeWorkers();
    case 'emptyRedis':
      return courtly.emptyRedis();
    case 'webhooks':
      return courtly.setWebhooks(step.weather);
    case 'kill':
      return courtly.kill(step.victim, step.steps);
    case 'failReads':
      return courtly.failReads(step.store, step.outageMinutes);
    case 'failAppends':
      return courtly.failAppends(step.faults);
  }
};

/**
 * Runs a history to its end, then ends all faults and lets time pass. The caller must close the
 * result.
 */
export const runMembershipHistory = async ({
  capturesLate,
  steps,
  ...load
}: MembershipHistory): Promise<MembershipSimulation> => {
  const simulation = new MembershipSimulation(STARTS_AT, load);
  const { courtly } = simulation;
  if (capturesLate) simulation.captureLate();
  let instant = STARTS_AT;
  for (const step of steps) {
    instant += step.minutes * MINUTE_MS;
    await courtly.advanceTo(instant, () => perform(simulation, step));
  }
  courtly.endFaults();
  await courtly.advanceTo(instant + SETTLING_MS);
  // After the last refusal, only an admin can order another attempt.
  await simulation.retrySteps();
  await courtly.advanceTo(instant + SETTLING_MS + MINUTE_MS);
  // An admin decides on a payment with a wrong amount.
  if ((await simulation.state())?.purchase?.isMismatched) await simulation.returnPayment();
  await courtly.advanceTo(instant + SETTLING_MS + DAY_MS);
  await simulation.refundWrongPayments();
  await courtly.advanceTo(instant + SETTLING_MS + 2 * DAY_MS);
  return simulation;
};
