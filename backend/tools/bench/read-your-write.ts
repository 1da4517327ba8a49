import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '../client.js';
import { formatCount } from '@courtly/backend/cli/table';
import { type Figure, checkedFigure, formatMs, plainFigure } from './measured.js';
import { percentile } from './percentile.js';
import type { SlotRequest } from './slots.js';

export const UNDER_LOAD_WITHIN_MS = 250;
const RETRY_POLL_MS = 100;

/**
 * The milliseconds (ascending) from a booking's response until a read shows it, and the number of
 * misses.
 */
export type ReadDelays = Readonly<{ sorted: readonly number[]; missing: number }>;

/** Books an hour and reads it back, repeatedly. Each read names the position of its write. */
export const readBack = async (
  userSession: Session,
  nextSlotRequest: () => SlotRequest,
  shouldContinue: (done: number) => boolean,
) => {
  const delays: number[] = [];
  let missing = 0;
  while (shouldContinue(delays.length)) {
    const bookingResponse = await userSession.try({
      method: 'POST',
      path: '/api/bookings',
      body: nextSlotRequest(),
    });
    const startedMs = performance.now();
    const requestPath = `/api/bookings/${(bookingResponse.body as { id: string }).id}`;
    const readResponse = await userSession.try({
      method: 'GET',
      path: requestPath,
      after: bookingResponse.position ?? '',
    });
    delays.push(performance.now() - startedMs);
    if (bookingResponse.status !== 201 || readResponse.status !== 200 || readResponse.stale)
      missing++;
  }
  return { sorted: delays.sort((leftValue, rightValue) => leftValue - rightValue), missing };
};

export const mergeDelays = (delaySets: readonly ReadDelays[]): ReadDelays => ({
  sorted: delaySets
    .flatMap(({ sorted }) => sorted)
    .sort((leftValue, rightValue) => leftValue - rightValue),
  missing: delaySets.reduce((subtotal, { missing }) => subtotal + missing, 0),
});

export const formatDelays = ({ sorted }: ReadDelays) =>
  `${formatMs(percentile(sorted, 0.5))}, ${formatMs(percentile(sorted, 0.99))} of ${formatCount(sorted.length)}`;

/** Waits until a read at this position shows the booking. */
export const untilVisible = async (
  userSession: Session,
  bookingId: string,
  logPosition: string,
): Promise<void> => {
  for (;;) {
    const readResponse = await userSession
      .try({ method: 'GET', path: `/api/bookings/${bookingId}`, after: logPosition })
      .catch(() => null);
    if ((readResponse?.status === 200 || readResponse?.status === 404) && !readResponse.stale)
      return;
    await delay(RETRY_POLL_MS);
  }
};

export const delaysAlone = (readDelays: ReadDelays): Figure[] => [
  plainFigure('read your write, no load: p50, p99', formatDelays(readDelays)),
  checkedFigure(
    'read your write, no load: missing',
    formatCount(readDelays.missing),
    '0',
    readDelays.missing === 0,
  ),
];

export const delaysUnderLoad = (readDelays: ReadDelays): Figure[] => [
  checkedFigure(
    'read your write, under load: p50, p99',
    formatDelays(readDelays),
    `p99 at most ${UNDER_LOAD_WITHIN_MS} ms`,
    percentile(readDelays.sorted, 0.99) <= UNDER_LOAD_WITHIN_MS,
  ),
  checkedFigure(
    'read your write, under load: missing',
    formatCount(readDelays.missing),
    '0',
    readDelays.missing === 0,
  ),
];
