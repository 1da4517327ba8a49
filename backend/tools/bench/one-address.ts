import { setTimeout as delay } from 'node:timers/promises';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { type Figure, checkedFigure, formatMs, plainFigure } from './measured.js';
import { createClub } from './members.js';
import { type FloodCounts, get, startFlood } from './one-address-flood.js';
import { percentile } from './percentile.js';
import { machine, measured, report } from './report.js';

const OTHERS = ['127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'];
const READ_INTERVAL_MS = 50;
const ROUNDS = 3;
const MAXIMUM_RATIO = 2;

type Reads = { latencies: number[]; refused: number };

/** Reads the list of courts from each of the other addresses. */
const readAsOthers = async (base: string, reads: Reads, isOver: () => boolean): Promise<void> => {
  const readFrom = async (address: string) => {
    for (; !isOver(); await delay(READ_INTERVAL_MS)) {
      const startedMs = performance.now();
      const status = await get(base, '/api/courts', address).catch(() => 0);
      reads.latencies.push(performance.now() - startedMs);
      if (status !== 200) reads.refused++;
    }
  };
  await Promise.all(OTHERS.map(readFrom));
};

const measureReads = async (base: string, milliseconds: number): Promise<Reads> => {
  const reads: Reads = { latencies: [], refused: 0 };
  let isOver = false;
  const readers = readAsOthers(base, reads, () => isOver);
  await delay(milliseconds);
  isOver = true;
  await readers;
  return reads;
};

const runMeasurement = async (
  commandLine: Cli,
  base: string,
  seconds: number,
): Promise<Figure[]> => {
  const roundMs = (seconds * 1_000) / ROUNDS;
  const [quiet, flooded]: [Reads[], Reads[]] = [[], []];
  const counts: FloodCounts[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const ofRounds = `Round ${round} of ${ROUNDS}`;
    quiet.push(
      await commandLine.step(`${ofRounds}, without the flood`, () => measureReads(base, roundMs)),
    );
    const stopFlood = await commandLine.step('Starting the flood', () => startFlood(base));
    flooded.push(
      await commandLine.step(`${ofRounds}, with the flood`, () => measureReads(base, roundMs)),
    );
    counts.push(await stopFlood());
  }
  const ascending = (rounds: readonly Reads[]) =>
    rounds.flatMap(({ latencies }) => latencies).sort((first, second) => first - second);
  const [quietMs, floodedMs] = [ascending(quiet), ascending(flooded)];
  const ratio = percentile(floodedMs, 0.99) / percentile(quietMs, 0.99);
  const refusedCount = [...quiet, ...flooded].reduce((sum, { refused }) => sum + refused, 0);
  const figure = (latencies: readonly number[]) =>
    `${formatMs(percentile(latencies, 0.5))}, ${formatMs(percentile(latencies, 0.99))} of ${formatCount(latencies.length)}`;
  const perSecond = (name: keyof FloodCounts) =>
    formatCount(Math.round(counts.reduce((sum, count) => sum + count[name], 0) / seconds));
  return [
    plainFigure('flood: readiness calls a second', perSecond('readinessCalls')),
    plainFigure(
      'flood: bodies a second that timed out, were refused',
      `${perSecond('accepted')}, ${perSecond('refused')}`,
    ),
    plainFigure('other addresses, quiet: p50, p99', figure(quietMs)),
    plainFigure('other addresses, flooded: p50, p99', figure(floodedMs)),
    checkedFigure(
      'other addresses: ratio of p99 flooded to quiet',
      ratio.toFixed(2),
      `at most ${MAXIMUM_RATIO}`,
      ratio <= MAXIMUM_RATIO,
    ),
    checkedFigure('other addresses: refused', formatCount(refusedCount), '0', refusedCount === 0),
  ];
};

/**
 * Floods Courtly from one address with 2,000 slow bodies, 300 open webhooks, and 500 readiness
 * calls a second, while other addresses read lists. `url` is a server that is already running.
 */
export const oneAddress = async (
  commandLine: Cli,
  seconds: number,
  url: string | undefined,
): Promise<void> => {
  if (url !== undefined)
    return report(commandLine, [
      ...machine(),
      ...(await runMeasurement(commandLine, url, seconds)),
    ]);
  await measured(commandLine, async ({ base }) => {
    await commandLine.step('Listing courts', () => createClub(base, { players: 1, courts: 8 }));
    return runMeasurement(commandLine, base, seconds);
  });
};
