import { formatCount } from '@courtly/backend/cli/table';
import { type Load, bookingRequest, sendLoad } from './load.js';
import { type Figure, checkedFigure, formatMs, plainFigure } from './measured.js';
import { percentile } from './percentile.js';
import { processUsage } from '../processes.js';
import type { Server } from '../server.js';
import type { SlotRequest } from './slots.js';

const STORM = { connections: 256, amount: 10_000 };
const STORM_WITHIN_S = 10;
const SLOTS = { connections: 32 };

const statusesOf = ({ statuses, errors }: Load): string =>
  [
    ...[...statuses].sort(([leftValue], [rightValue]) => leftValue - rightValue),
    ...(errors ? [['no response', errors]] : []),
  ]
    .map(([status, times]) => `${status}: ${formatCount(Number(times))}`)
    .join(', ');

const countOf = ({ statuses }: Load, ...statusCodes: number[]) =>
  statusCodes.reduce((subtotal, statusCode) => subtotal + (statuses.get(statusCode) ?? 0), 0);

/**
 * Many players request the same hour. One must succeed and all others must be refused, within the
 * time limit.
 */
export const measureStorm = async (
  { base, pid }: Server,
  sessionCookies: readonly string[],
  slotRequest: SlotRequest,
): Promise<Figure[]> => {
  const usageBefore = processUsage(pid);
  const loadResult = await sendLoad(
    base,
    sessionCookies,
    STORM,
    bookingRequest(() => slotRequest),
  );
  const cpuSeconds = processUsage(pid).cpuSeconds - usageBefore.cpuSeconds;
  const onlyOneSucceeded =
    loadResult.statuses.get(201) === 1 &&
    countOf(loadResult, 201, 409, 429) === STORM.amount &&
    loadResult.errors === 0;
  const requestRate = formatCount(loadResult.latencies.length / loadResult.seconds);
  return [
    checkedFigure(
      'one slot: responses',
      statusesOf(loadResult),
      'one 201, the rest 409 or 429',
      onlyOneSucceeded,
    ),
    checkedFigure(
      'one slot: duration',
      `${loadResult.seconds.toFixed(1)} s`,
      `at most ${STORM_WITHIN_S} s`,
      loadResult.seconds <= STORM_WITHIN_S,
    ),
    plainFigure(
      'one slot: requests/s, p50, p99',
      `${requestRate}, ${formatMs(percentile(loadResult.latencies, 0.5))}, ${formatMs(percentile(loadResult.latencies, 0.99))}`,
    ),
    plainFigure(
      'one slot: CPU-seconds per 1,000',
      ((cpuSeconds * 1_000) / STORM.amount).toFixed(2),
    ),
  ];
};

/** Each request is for a different hour. The warm-up, a fifth of the time, does not count. */
export const measureDistinctSlots = async (
  { base, pid }: Server,
  sessionCookies: readonly string[],
  durationSeconds: number,
  nextSlotRequest: () => SlotRequest,
): Promise<Figure[]> => {
  await sendLoad(
    base,
    sessionCookies,
    { ...SLOTS, seconds: Math.ceil(durationSeconds / 5) },
    bookingRequest(nextSlotRequest),
  );
  const usageBefore = processUsage(pid);
  const loadResult = await sendLoad(
    base,
    sessionCookies,
    { ...SLOTS, seconds: durationSeconds },
    bookingRequest(nextSlotRequest),
  );
  const cpuSeconds = processUsage(pid).cpuSeconds - usageBefore.cpuSeconds;
  const accepted = countOf(loadResult, 201);
  const allSucceeded = accepted === loadResult.latencies.length && loadResult.errors === 0;
  return [
    checkedFigure('distinct slots: responses', statusesOf(loadResult), 'only 201', allSucceeded),
    plainFigure('distinct slots: accepted/s', formatCount(accepted / loadResult.seconds)),
    plainFigure(
      'distinct slots: p50, p99',
      `${formatMs(percentile(loadResult.latencies, 0.5))}, ${formatMs(percentile(loadResult.latencies, 0.99))}`,
    ),
    plainFigure(
      'distinct slots: CPU-seconds per 1,000',
      ((cpuSeconds * 1_000) / Math.max(1, accepted)).toFixed(2),
    ),
  ];
};

export const background = (
  baseUrl: string,
  sessionCookies: readonly string[],
  durationSeconds: number,
  nextSlotRequest: () => SlotRequest,
) =>
  sendLoad(
    baseUrl,
    sessionCookies,
    { ...SLOTS, seconds: durationSeconds },
    bookingRequest(nextSlotRequest),
  );
