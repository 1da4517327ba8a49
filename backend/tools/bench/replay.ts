import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cli } from '@courtly/backend/cli/cli';
import { withEventStore } from '@courtly/backend/cli/replay-log';
import { formatCount } from '@courtly/backend/cli/table';
import { evidenceDefaults } from '@courtly/backend/play/ratings/evidence-glicko';
import { hashOfLines } from '@courtly/backend/play/rankings/ratings.hash';
import { referenceRatings } from '../ratings/reference-ratings.js';
import { repositoryRoot } from '../server.js';
import { startStandIn } from '../stand-in.js';
import { type Figure, checkedFigure, plainFigure } from './measured.js';
import { playerIdOf, ratedOf, writeMatches } from './match-history.js';
import { measureRawReads } from './raw-read.js';
import { machine, report } from './report.js';
import { watchedCourtly } from './watched-courtly.js';

const MEGABYTE = 1_000_000;
const MAXIMUM_SECONDS = 60;
const MAXIMUM_MEMORY = 512 * MEGABYTE;
const EVENTS_A_MATCH = 3;

type Replayed = Readonly<{ events: number; matches: number; replayed: Readonly<{ hash: string }> }>;

/** The other URLs are placeholders, because only the event store is used. */
const environmentOf = (connectionUrl: string): Record<string, string> => ({
  EVENTSTORE_URL: connectionUrl,
  MONGODB_URI: 'mongodb://127.0.0.1:1',
  REDIS_URL: 'redis://127.0.0.1:1',
  POLICY_FILE: join(repositoryRoot, 'deploy', 'policies', 'unpaid.json'),
  SESSION_SECRETS: 'a session secret for this benchmark only',
  KEY_SECRETS: 'a long key secret for this benchmark only',
  LOOKUP_SECRETS: 'a lookup secret for this benchmark only',
});

const runMeasurement = async (
  commandLine: Cli,
  connectionUrl: string,
  matchCount: number,
): Promise<Figure[]> => {
  const environment = environmentOf(connectionUrl);
  const writtenEvents = performance.now();
  await commandLine.step('Writing the matches', (reportProgress) =>
    withEventStore(
      { ...commandLine, environment: { ...commandLine.environment, ...environment } },
      (eventStore) =>
        writeMatches(eventStore, matchCount, (done) =>
          reportProgress(`${formatCount(done)} of ${formatCount(matchCount)} matches`),
        ),
    ),
  );
  const durationSeconds = (performance.now() - writtenEvents) / 1_000;
  const rawReadSeconds = await commandLine.step('Reading the events with the client alone', () =>
    measureRawReads(connectionUrl),
  );
  const replayRun = await commandLine.step('Replaying the events', () =>
    watchedCourtly(environment, 'rankings', 'replay', '--json'),
  );
  const { events, replayed, ...result } = JSON.parse(replayRun.printed) as Replayed;
  const onePlayerRun = await commandLine.step('Reading the ratings of one player', () =>
    watchedCourtly(environment, 'rankings', 'player', playerIdOf(0), '--json'),
  );
  const { receipts } = JSON.parse(onePlayerRun.printed) as Readonly<{
    receipts: readonly unknown[];
  }>;
  const expected = await commandLine.step('Computing the reference', async () =>
    hashOfLines([referenceRatings(ratedOf(matchCount), evidenceDefaults)]),
  );
  const hashesMatch = replayed.hash === expected && result.matches === matchCount;
  return [
    plainFigure('events written', `${formatCount(events)} in ${durationSeconds.toFixed(0)} s`),
    plainFigure('events/s read by the client alone', formatCount(events / rawReadSeconds)),
    plainFigure('events/s of the replay', formatCount(events / replayRun.seconds)),
    checkedFigure(
      'replay: duration',
      `${replayRun.seconds.toFixed(1)} s`,
      `${MAXIMUM_SECONDS} s`,
      replayRun.seconds <= MAXIMUM_SECONDS,
    ),
    checkedFigure(
      'replay: peak memory',
      `${formatCount(replayRun.peak / MEGABYTE)} MEGABYTE`,
      '512 MB',
      replayRun.peak <= MAXIMUM_MEMORY,
    ),
    plainFigure(
      'one player with recent receipts',
      `${receipts.length} in ${onePlayerRun.seconds.toFixed(1)} s`,
    ),
    plainFigure('one player: peak memory', `${formatCount(onePlayerRun.peak / MEGABYTE)} MEGABYTE`),
    checkedFigure(
      'hash compared with the reference',
      hashesMatch ? 'the same' : 'different',
      'the same',
      hashesMatch,
    ),
  ];
};

/**
 * Writes match events to a separate event store, replays them, and compares the result with a
 * reference.
 */
export const benchReplay = async (
  commandLine: Cli,
  { events }: Readonly<{ events: number }>,
): Promise<void> => {
  const figures = machine();
  const folderPath = await mkdtemp(join(tmpdir(), 'courtly-replay-'));
  const storeStandIn = await startStandIn('eventstoredb', [
    '--data',
    join(folderPath, 'eventstore.db'),
  ]);
  try {
    figures.push(
      ...(await runMeasurement(commandLine, storeStandIn.url, Math.ceil(events / EVENTS_A_MATCH))),
    );
  } finally {
    await storeStandIn.kill();
    await rm(folderPath, { recursive: true, force: true });
  }
  report(commandLine, figures);
};
