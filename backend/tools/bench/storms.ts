import { formatCount } from '@courtly/backend/cli/table';
import { type Load, bookingRequest, sendLoad } from './load.js';
import { type Figure, checkedFigure, ms, plainFigure } from './measured.js';
import { percentile } from './percentile.js';
import { processUsage } from '../processes.js';
import type { Server } from '../server.js';
import type { SlotRequest } from './slots.js';

const STORM = { connections: 256, amount: 10_000 };
const STORM_WITHIN_S = 10;
const SLOTS = { connections: 32 };

const statusesOf = ({ statuses, errors }: Load): string =>
  [...[...statuses].sort(([a], [b]) => a - b), ...(errors ? [['no response', errors]] : [])]
    .map(([status, times]) => `${status}: ${formatCount(Number(times))}`)
    .join(', ');

const countOf = ({ statuses }: Load, ...wanted: number[]) =>
  wanted.reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);

/**
 * Many players request the same hour: one succeeds and the rest are refused, within the time
 * limit.
 */
export const measureStorm = async (
  { base, pid }: Server,
  cookies: readonly string[],
  slotRequest: SlotRequest,
): Promise<Figure[]> => {
  const before = processUsage(pid);
  const load = await sendLoad(
    base,
    cookies,
    STORM,
    bookingRequest(() => slotRequest),
  );
  const cpu = processUsage(pid).cpuSeconds - before.cpuSeconds;
  const one =
    load.statuses.get(201) === 1 &&
    countOf(load, 201, 409, 429) === STORM.amount &&
    load.errors === 0;
  const rate = formatCount(load.latencies.length / load.seconds);
  return [
    checkedFigure('one slot: responses', statusesOf(load), 'one 201, the rest 409 or 429', one),
    checkedFigure(
      'one slot: duration',
      `${load.seconds.toFixed(1)} s`,
      `at most ${STORM_WITHIN_S} s`,
      load.seconds <= STORM_WITHIN_S,
    ),
    plainFigure(
      'one slot: requests/s, p50, p99',
      `${rate}, ${ms(percentile(load.latencies, 0.5))}, ${ms(percentile(load.latencies, 0.99))}`,
    ),
    plainFigure('one slot: CPU-seconds per 1,000', ((cpu * 1_000) / STORM.amount).toFixed(2)),
  ];
};

/** Each request is for a different hour. A warm-up of a fifth of the time is not counted. */
export const measureDistinctSlots = async (
  { base, pid }: Server,
  cookies: readonly string[],
  seconds: number,
  nextSlotRequest: () => SlotRequest,
): Promise<Figure[]> => {
  await sendLoad(
    base,
    cookies,
    { ...SLOTS, seconds: Math.ceil(seconds / 5) },
    bookingRequest(nextSlotRequest),
  );
  const before = processUsage(pid);
  const load = await sendLoad(
    base,
    cookies,
    { ...SLOTS, seconds },
    bookingRequest(nextSlotRequest),
  );
  const cpu = processUsage(pid).cpuSeconds - before.cpuSeconds;
  const accepted = countOf(load, 201);
  const all = accepted === load.latencies.length && load.errors === 0;
  return [
    checkedFigure('distinct slots: responses', statusesOf(load), 'only 201', all),
    plainFigure('distinct slots: accepted/s', formatCount(accepted / load.seconds)),
    plainFigure(
      'distinct slots: p50, p99',
      `${ms(percentile(load.latencies, 0.5))}, ${ms(percentile(load.latencies, 0.99))}`,
    ),
    plainFigure(
      'distinct slots: CPU-seconds per 1,000',
      ((cpu * 1_000) / Math.max(1, accepted)).toFixed(2),
    ),
  ];
};

export const background = (
  base: string,
  cookies: readonly string[],
  seconds: number,
  nextSlotRequest: () => SlotRequest,
) => sendLoad(base, cookies, { ...SLOTS, seconds }, bookingRequest(nextSlotRequest));
