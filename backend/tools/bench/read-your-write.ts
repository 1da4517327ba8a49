import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '../client.js';
import { formatCount } from '@courtly/backend/cli/table';
import { type Figure, checkedFigure, ms, plainFigure } from './measured.js';
import { percentile } from './percentile.js';
import type { SlotRequest } from './slots.js';

export const UNDER_LOAD_WITHIN_MS = 250;
const RETRY_POLL_MS = 100;

/**
 * Ascending milliseconds from a booking's response until a read shows it, and the number of
 * misses.
 */
export type ReadDelays = Readonly<{ sorted: readonly number[]; missing: number }>;

/** Books and reads back repeatedly. Each read names the position of its write. */
export const readBack = async (
  session: Session,
  nextSlotRequest: () => SlotRequest,
  shouldContinue: (done: number) => boolean,
) => {
  const delays: number[] = [];
  let missing = 0;
  while (shouldContinue(delays.length)) {
    const booked = await session.try({
      method: 'POST',
      path: '/api/bookings',
      body: nextSlotRequest(),
    });
    const started = performance.now();
    const path = `/api/bookings/${(booked.body as { id: string }).id}`;
    const read = await session.try({ method: 'GET', path, after: booked.position ?? '' });
    delays.push(performance.now() - started);
    if (booked.status !== 201 || read.status !== 200 || read.stale) missing++;
  }
  return { sorted: delays.sort((a, b) => a - b), missing };
};

export const together = (all: readonly ReadDelays[]): ReadDelays => ({
  sorted: all.flatMap(({ sorted }) => sorted).sort((a, b) => a - b),
  missing: all.reduce((sum, { missing }) => sum + missing, 0),
});

export const figures = ({ sorted }: ReadDelays) =>
  `${ms(percentile(sorted, 0.5))}, ${ms(percentile(sorted, 0.99))} of ${formatCount(sorted.length)}`;

/** Waits until a read at this position shows the booking. */
export const untilVisible = async (
  session: Session,
  id: string,
  position: string,
): Promise<void> => {
  for (;;) {
    const read = await session
      .try({ method: 'GET', path: `/api/bookings/${id}`, after: position })
      .catch(() => null);
    if ((read?.status === 200 || read?.status === 404) && !read.stale) return;
    await delay(RETRY_POLL_MS);
  }
};

export const delaysAlone = (delays: ReadDelays): Figure[] => [
  plainFigure('read your write, no load: p50, p99', figures(delays)),
  checkedFigure(
    'read your write, no load: missing',
    formatCount(delays.missing),
    '0',
    delays.missing === 0,
  ),
];

export const delaysUnderLoad = (delays: ReadDelays): Figure[] => [
  checkedFigure(
    'read your write, under load: p50, p99',
    figures(delays),
    `p99 at most ${UNDER_LOAD_WITHIN_MS} ms`,
    percentile(delays.sorted, 0.99) <= UNDER_LOAD_WITHIN_MS,
  ),
  checkedFigure(
    'read your write, under load: missing',
    formatCount(delays.missing),
    '0',
    delays.missing === 0,
  ),
];
