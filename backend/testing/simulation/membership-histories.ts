import fc from 'fast-check';
import { MembershipSimulation } from './membership-simulation.js';
import type { CallFault } from './stripe-client.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const STARTS_AT = Date.parse('2027-03-10T12:00:00.000Z');
/** Longer than a grace period and all retries after the last fault. */
const SETTLING_MS = 10 * DAY_MS;

/** What the person, the bank, an admin, or the machines do. */
type Act =
  | Readonly<{ type: 'beginFounding' | 'beginMonthly' | 'cancel' | 'payOpenInvoice' }>
  | Readonly<{ type: 'pay'; card: string }>
  | Readonly<{ type: 'replaceCard'; paymentMethod: string }>
  | Readonly<{ type: 'dispute' | 'failRefund' | 'cancelInDashboard' | 'changeAmount' }>
  | Readonly<{ type: 'closeDispute'; status: 'won' | 'lost' }>
  | Readonly<{ type: 'refund'; amount: string | undefined }>
  | Readonly<{ type: 'refundInDashboard'; amountCents: number | undefined }>
  | Readonly<{ type: 'end'; freesSeat: boolean }>
  | Readonly<{ type: 'returnPayment' }>
  | Readonly<{ type: 'failCalls'; faults: readonly (CallFault | null)[] }>
  | Readonly<{ type: 'pauseWorkers' | 'resumeWorkers' | 'emptyRedis' }>
  | Readonly<{ type: 'webhooks'; areLost: boolean }>;

/** `minutes` pass before the act. */
export type MembershipStep = Readonly<{ minutes: number }> & Act;

export type MembershipHistory = Readonly<{
  concurrency: number;
  steps: readonly MembershipStep[];
}>;

export const PAYS = '4242424242424242';
const DECLINES = '4000000000000002';
const FAILS_LATER = 'pm_card_chargeCustomerFail';

const act = (type: 'beginFounding' | 'beginMonthly') => fc.constant({ type } as const);
const payment = fc.constantFrom(
  { type: 'pay', card: PAYS } as const,
  { type: 'pay', card: PAYS } as const,
  { type: 'pay', card: DECLINES } as const,
);
const callFaults = fc.array(
  fc.option(
    fc.constantFrom<CallFault>('request lost', 'answer lost', 'error stored', 'error after effect'),
    { freq: 2 },
  ),
  { minLength: 1, maxLength: 8 },
);

const laterAct: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom<Act>(
    { type: 'cancel' },
    { type: 'payOpenInvoice' },
    { type: 'replaceCard', paymentMethod: FAILS_LATER },
    { type: 'replaceCard', paymentMethod: FAILS_LATER },
    { type: 'replaceCard', paymentMethod: 'pm_card_visa' },
    { type: 'beginFounding' },
    { type: 'beginMonthly' },
    { type: 'pay', card: PAYS },
  ),
  fc.constantFrom<Act>(
    { type: 'dispute' },
    { type: 'dispute' },
    { type: 'closeDispute', status: 'won' },
    { type: 'closeDispute', status: 'lost' },
    { type: 'failRefund' },
    { type: 'refundInDashboard', amountCents: 900 },
    { type: 'refundInDashboard', amountCents: undefined },
    { type: 'cancelInDashboard' },
  ),
  fc.constantFrom<Act>(
    { type: 'refund', amount: '50.00' },
    { type: 'refund', amount: undefined },
    { type: 'end', freesSeat: false },
    { type: 'end', freesSeat: true },
    { type: 'returnPayment' },
  ),
  callFaults.map((faults) => ({ type: 'failCalls', faults }) as const),
  fc.constantFrom<Act>(
    { type: 'pauseWorkers' },
    { type: 'resumeWorkers' },
    { type: 'emptyRedis' },
    { type: 'webhooks', areLost: true },
    { type: 'webhooks', areLost: false },
  ),
);

/** Around the deadlines: 30 minutes to pay a seat, a day for a month, a month, and its grace. */
const minutes = fc.constantFrom(0, 1, 10, 29, 31, 1_500, 4_000, 11_000, 31 * 1_440, 8 * 1_440);

const steps = fc
  .tuple(
    fc.oneof(act('beginFounding'), act('beginMonthly'), act('beginMonthly')),
    fc.option(fc.constant<Act>({ type: 'changeAmount' }), { freq: 1, nil: null }),
    payment,
    fc.array(laterAct, { maxLength: 8 }),
    fc.array(minutes, { minLength: 8, maxLength: 8 }),
  )
  .map(([begin, change, pay, later, waits]): MembershipStep[] => [
    { minutes: 0, ...begin },
    ...(change ? [{ minutes: 1, ...change }] : []),
    { minutes: 1, ...pay },
    ...later.map((laterStep, index) => ({ minutes: waits[index]!, ...laterStep })),
  ]);

export const membershipHistory: fc.Arbitrary<MembershipHistory> = fc.record({
  concurrency: fc.constantFrom(1, 2),
  steps,
});

const perform = async (
  simulation: MembershipSimulation,
  step: MembershipStep,
): Promise<unknown> => {
  switch (step.type) {
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
      return simulation.dispute();
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
    case 'failCalls':
      return simulation.failCalls(step.faults);
    case 'pauseWorkers':
      return simulation.pauseWorkers();
    case 'resumeWorkers':
      return simulation.resumeWorkers();
    case 'emptyRedis':
      return simulation.emptyRedis();
    case 'webhooks':
      return simulation.setWebhooksLost(step.areLost);
  }
};

/** Runs a history to its end, then ends all faults and lets time pass. Close the result. */
export const runMembershipHistory = async ({
  concurrency,
  steps,
}: MembershipHistory): Promise<MembershipSimulation> => {
  const simulation = new MembershipSimulation(STARTS_AT, concurrency);
  let instant = STARTS_AT;
  for (const step of steps) {
    instant += step.minutes * MINUTE_MS;
    await simulation.advanceTo(instant);
    await perform(simulation, step);
  }
  simulation.endFaults();
  await simulation.advanceTo(instant + SETTLING_MS);
  // An admin decides about a payment with a wrong amount.
  if ((await simulation.state())?.purchase?.isMismatched) await simulation.returnPayment();
  await simulation.advanceTo(instant + SETTLING_MS + DAY_MS);
  return simulation;
};
