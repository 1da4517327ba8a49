import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { makeBookings } from './history.js';
import { type Figure, checkedFigure, plainFigure } from './measured.js';
import { createClub } from './members.js';
import type { Server } from '../server.js';
import { watchedCourtly } from './watched-courtly.js';

const MEGABYTE = 1_000_000;
const MAXIMUM_MEMORY = 512 * MEGABYTE;
const bytesOfLog = (dataChunk: string) =>
  globSync(join(dataChunk, 'eventstore.db*')).reduce(
    (subtotal, file) => subtotal + statSync(file).size,
    0,
  );

const runVerify = async (environment: Record<string, string>, ...options: string[]) => {
  const { printed, ...run } = await watchedCourtly(environment, 'verify', '--json', ...options);
  return { ...(JSON.parse(printed) as { events: number; violations: unknown[] }), ...run };
};

/** Generates a history and measures the time and memory that `verify` needs. */
export const verifyAtScale = async (
  commandLine: Cli,
  { base, environment, data }: Server,
  bookingCount: number,
): Promise<Figure[]> => {
  const { owner, sessions } = await createClub(base, { players: 1, courts: 0 });
  const made = await makeBookings(commandLine, environment, owner, sessions[0]!, bookingCount);
  const logOnlyRun = await commandLine.step('Verifying the log', () =>
    runVerify(environment, '--log-only'),
  );
  const fullRun = await commandLine.step('Verifying the log and the read models', () =>
    runVerify(environment),
  );
  return [
    plainFigure('bookings, events', `${formatCount(made)}, ${formatCount(fullRun.events)}`),
    plainFigure('bytes on disk per event', formatCount(bytesOfLog(data) / fullRun.events)),
    plainFigure(
      'verify: log only',
      `${logOnlyRun.seconds.toFixed(0)} s, ${formatCount(logOnlyRun.events / logOnlyRun.seconds)} events/s`,
    ),
    plainFigure(
      'verify: log and read models',
      `${fullRun.seconds.toFixed(0)} s, ${formatCount(fullRun.events / fullRun.seconds)} events/s`,
    ),
    checkedFigure(
      'verify: peak memory',
      `${formatCount(fullRun.peak / MEGABYTE)} MEGABYTE`,
      '512 MB',
      Math.max(logOnlyRun.peak, fullRun.peak) <= MAXIMUM_MEMORY,
    ),
    checkedFigure(
      'verify: violations',
      fullRun.violations.length > 0
        ? `${formatCount(fullRun.violations.length)}, first ${JSON.stringify(fullRun.violations[0])}`
        : '0',
      '0',
      fullRun.violations.length === 0,
    ),
  ];
};
