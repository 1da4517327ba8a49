import fc from 'fast-check';
import {
  AUTHORIZED,
  type Act,
  type History,
  REQUESTED_AT,
  fault,
  perform,
  settleAll,
} from './histories.js';
import { type BankDecision, MoneySimulation, cityTaxes } from './money-simulation.js';

const MINUTE_MS = 60_000;
const DAY = 1_440;

/** Minutes after the start of the first booking, and the booking that the act is about. */
export type HostStep = Act & Readonly<{ booking: 'first' | 'second'; afterStart: number }>;

/** Two bookings of one host. The second starts `apart` minutes after the first. */
export type HostHistory = Omit<History, 'steps' | 'startTime' | 'startsInMinutes'> &
  Readonly<{ apart: number; steps: readonly HostStep[] }>;

/** A payout is due 25 hours after the start. The host can spend it once the charge has settled. */
const PAYOUT = 1_500;
const PAID = PAYOUT + 2 * DAY;
/** The first booking starts this long after both requests. */
const STARTS_IN = 180;

/** What the host has to return after the first payout. */
const takeBack = fc.oneof(
  fc
    .tuple(
      fc.constantFrom<(number | undefined)[]>(undefined, undefined, 10_000),
      fc.constantFrom<BankDecision[][]>(['lost'], ['lost', 'won'], ['won'], []),
    )
    .map(([amountCents, decisions]): Act[] => [
      {
        type: 'dispute',
        status: 'needs_response',
        ...(amountCents !== undefined && { amountCents }),
      },
      ...decisions.map((status) => ({ type: 'advanceDispute', status }) as const),
    ]),
  fc
    .constantFrom('20.00', '150.00', '330.00')
    .map((amount): Act[] => [{ type: 'refundByHand', amount, bearer: 'host' }]),
  fc
    .constantFrom('33.00', '297.00')
    .map((amount): Act[] => [{ type: 'adjustPayout', direction: 'deduct', amount }]),
);

/** The second booking is played, or canceled late or too early for a payout. */
const secondEnds = fc.constantFrom<Act[]>(
  [],
  [],
  [{ type: 'playerCancels' }],
  [{ type: 'hostCancels' }],
);

/** Everyone pays and approves. The host spends the first payout before it is taken back. */
const steps = (apart: number) =>
  fc
    .record({
      spends: fc.constantFrom(true, true, true, false),
      takenAt: fc.constantFrom(PAID + 10, PAID + 600, apart + PAYOUT - 20, apart + PAID + 10),
      taken: takeBack,
      ends: secondEnds,
      endsAt: fc.constantFrom(-DAY, -600, -30),
      faults: fc.array(
        fc.record({
          afterStart: fc.constantFrom(30, PAYOUT - 5, PAID + 5, PAID + 90),
          act: fault,
        }),
        { maxLength: 2 },
      ),
      waitsForSecond: fc.constantFrom(true, true, false),
    })
    .map(({ spends, takenAt, taken, ends, endsAt, faults, waitsForSecond }): HostStep[] => {
      const start: HostStep[] = (['first', 'second'] as const).flatMap((booking) => [
        { booking, afterStart: 1 - STARTS_IN, type: 'pay', card: AUTHORIZED },
        { booking, afterStart: 5 - STARTS_IN, type: 'approve' },
      ]);
      const later: HostStep[] = [
        ...(spends
          ? [{ booking: 'first', afterStart: PAID, type: 'spendHostBalance' } as const]
          : []),
        ...taken.map((act, index): HostStep => ({
          booking: 'first',
          afterStart: Math.max(takenAt, PAID + 10) + index * 60,
          ...act,
        })),
        ...ends.map((act): HostStep => ({
          booking: 'second',
          afterStart: Math.max(6 - STARTS_IN, apart + endsAt),
          ...act,
        })),
        ...faults.map(({ act, afterStart }): HostStep => ({
          booking: 'first',
          afterStart,
          ...act,
        })),
        ...(waitsForSecond
          ? [
              {
                booking: 'second',
                afterStart: apart + PAID + 60,
                type: 'resumeWorkers',
              } as const,
            ]
          : []),
      ];
      return [...start, ...later].toSorted((one, other) => one.afterStart - other.afterStart);
    });

export const hostHistory: fc.Arbitrary<HostHistory> = fc
  .constantFrom(2 * DAY, 3 * DAY, 5 * DAY)
  .chain((apart) =>
    fc.record({
      apart: fc.constant(apart),
      isInstant: fc.boolean(),
      isChargedLate: fc.boolean(),
      settlement: fc.constantFrom('paid' as const, 'waived' as const),
      settlesInParts: fc.boolean(),
      tax: fc.constantFrom(null, 'added' as const, 'included' as const),
      concurrency: fc.constantFrom(1, 2, 3),
      workers: fc.constantFrom<(1 | 2)[]>(1, 2),
      seed: fc.nat(),
      bankDecides: fc.constantFrom<BankDecision[]>('won', 'lost'),
      account: fc.constantFrom<('first' | 'late')[]>('first', 'first', 'first', 'late'),
      steps: steps(apart),
    }),
  );

/**
 * Runs two bookings of a host to their end, then ends all faults and lets time pass. The caller
 * must close the first result.
 */
export const runHostHistory = async ({
  apart,
  settlement = 'paid',
  settlesInParts = false,
  tax = null,
  bankDecides = 'lost',
  account = 'first',
  steps: hostSteps,
  ...setup
}: HostHistory): Promise<readonly [MoneySimulation, MoneySimulation]> => {
  const startsAt = REQUESTED_AT + STARTS_IN * MINUTE_MS;
  const setupOf = (startTime: number) => ({
    ...setup,
    settlement,
    settlesInParts,
    tax: tax && cityTaxes[tax],
    requestedAt: REQUESTED_AT,
    startTime: new Date(startTime).toISOString(),
  });
  const first = new MoneySimulation(setupOf(startsAt));
  const second = new MoneySimulation(setupOf(startsAt + apart * MINUTE_MS), first);
  const { courtly } = first;
  if (account === 'first') await first.openPayoutAccount();
  await first.request();
  await second.request();
  await courtly.advanceTo(REQUESTED_AT + MINUTE_MS);
  let instant = REQUESTED_AT + MINUTE_MS;
  for (const { booking, afterStart, ...act } of hostSteps) {
    instant = Math.max(instant, startsAt + afterStart * MINUTE_MS);
    await courtly.advanceTo(instant, () => perform(booking === 'first' ? first : second, act));
  }
  const end = Math.max(instant, startsAt + apart * MINUTE_MS);
  await settleAll([first, second], end, bankDecides);
  return [first, second];
};
