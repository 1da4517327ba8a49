import { describe, expect, it } from '@jest/globals';
import { checkHostHistory } from './checked-history.js';
import { AUTHORIZED } from './histories.js';
import { type HostHistory, type HostStep, hostHistory } from './host-histories.js';
import { checkRandomHistories, randomHistories } from './random-histories.js';

const RANDOM = randomHistories(100, 1 / 8);
/** For a busy machine. A quiet one needs a tenth of this. */
const MAX_DURATION_MS = 120_000 + RANDOM.numRuns * 2_000;
/** A quarter of the usual rate. */
const SLOWEST_RATE = 40;
const DAY = 1_440;
/** The first payout is in the host's balance, and the second is not due yet. */
const SPENT_AT = 4_400;

const quiet = {
  apart: 4 * DAY,
  isInstant: false,
  isChargedLate: false,
  settlement: 'paid',
  concurrency: 1,
} as const;
const bothArePlayed = (['first', 'second'] as const).flatMap((booking): HostStep[] => [
  { booking, afterStart: -179, type: 'pay', card: AUTHORIZED },
  { booking, afterStart: -175, type: 'approve' },
]);
const spends: HostStep = { booking: 'first', afterStart: SPENT_AT, type: 'spendHostBalance' };
/** The second payout, while the host's balance is still empty. */
const secondPayout: HostStep = { booking: 'second', afterStart: 8_000, type: 'resumeWorkers' };

/** What moved in a history without problems, and how many payouts repaid a debt. */
const endOf = async (history: HostHistory) => {
  const { problems, ...end } = await checkHostHistory(history);
  expect(problems).toEqual([]);
  return end;
};

describe('two bookings of one host', () => {
  it('repay what the host spent of a payout that a lost dispute takes back', async () =>
    expect(
      await endOf({
        ...quiet,
        steps: [
          ...bothArePlayed,
          spends,
          {
            booking: 'first',
            afterStart: SPENT_AT + 10,
            type: 'dispute',
            status: 'needs_response',
          },
          { booking: 'first', afterStart: SPENT_AT + 70, type: 'advanceDispute', status: 'lost' },
          secondPayout,
        ],
      }),
    ).toEqual({
      moved: { keptCents: 33_000, heldCents: 0, hostCents: 29_700 },
      offsets: 1,
    }));

  it('repay part of a payout, and pay the rest', async () =>
    expect(
      await endOf({
        ...quiet,
        steps: [
          ...bothArePlayed,
          spends,
          {
            booking: 'first',
            afterStart: SPENT_AT + 10,
            type: 'refundByHand',
            amount: '150.00',
            bearer: 'host',
          },
          secondPayout,
        ],
      }),
    ).toEqual({
      moved: { keptCents: 51_000, heldCents: 0, hostCents: 44_400 },
      offsets: 1,
    }));

  it('are both paid to an account that the host opens long after the hours', async () =>
    expect(await endOf({ ...quiet, account: 'late', steps: bothArePlayed })).toEqual({
      moved: { keptCents: 66_000, heldCents: 0, hostCents: 59_400 },
      offsets: 0,
    }));

  it(
    'are correct to the cent in random histories with faults',
    () => checkRandomHistories('histories of a host', hostHistory, endOf, RANDOM, SLOWEST_RATE),
    MAX_DURATION_MS,
  );
});
