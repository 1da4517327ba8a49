import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cli } from '@courtly/backend/cli/cli';
import { withEventStore } from '@courtly/backend/cli/replay-log';
import { formatCount } from '@courtly/backend/cli/table';
import { gamesShareDefaults } from '@courtly/backend/play/ratings/games-share-glicko';
import { hashOfLines } from '@courtly/backend/play/rankings/ratings.hash';
import { referenceRatings } from '../ratings/reference-ratings.js';
import { root } from '../server.js';
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

/** Placeholder URLs: only the event store is used. */
const environmentOf = (connectionUrl: string): Record<string, string> => ({
  EVENTSTORE_URL: connectionUrl,
  MONGODB_URI: 'mongodb://127.0.0.1:1',
  REDIS_URL: 'redis://127.0.0.1:1',
  POLICY_FILE: join(root, 'deploy', 'policies', 'unpaid.json'),
  SESSION_SECRETS: 'a session secret for this benchmark only',
  KEY_SECRETS: 'a long key secret for this benchmark only',
  LOOKUP_SECRETS: 'a lookup secret for this benchmark only',
});

const runMeasurement = async (
  cli: Cli,
  connectionUrl: string,
  matchCount: number,
): Promise<Figure[]> => {
  const environment = environmentOf(connectionUrl);
  const writtenEvents = performance.now();
  await cli.step('Writing the matches', (reportProgress) =>
    withEventStore({ ...cli, environment: { ...cli.environment, ...environment } }, (eventStore) =>
      writeMatches(eventStore, matchCount, (done) =>
        reportProgress(`${formatCount(done)} of ${formatCount(matchCount)} matches`),
      ),
    ),
  );
  const durationSeconds = (performance.now() - writtenEvents) / 1_000;
  const rawReadSeconds = await cli.step('Reading the events with the client alone', () =>
    measureRawReads(connectionUrl),
  );
  const replayRun = await cli.step('Replaying the events', () =>
    watchedCourtly(environment, 'rankings', 'replay', '--json'),
  );
  const { events, replayed, ...result } = JSON.parse(replayRun.printed) as Replayed;
  const onePlayerRun = await cli.step('Reading the ratings of one player', () =>
    watchedCourtly(environment, 'rankings', 'player', playerIdOf(0), '--json'),
  );
  const { receipts } = JSON.parse(onePlayerRun.printed) as Readonly<{
    receipts: readonly unknown[];
  }>;
  const expected = await cli.step('Computing the reference', async () =>
    hashOfLines([referenceRatings(ratedOf(matchCount), gamesShareDefaults)]),
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

/** Writes match events to a separate event store, replays them, and compares with a reference. */
export const benchReplay = async (
  cli: Cli,
  { events }: Readonly<{ events: number }>,
): Promise<void> => {
  const figures = machine();
  const folderPath = await mkdtemp(join(tmpdir(), 'courtly-replay-'));
  const store = await startStandIn('eventstoredb', ['--data', join(folderPath, 'eventstore.db')]);
  try {
    figures.push(...(await runMeasurement(cli, store.url, Math.ceil(events / EVENTS_A_MATCH))));
  } finally {
    await store.kill();
    await rm(folderPath, { recursive: true, force: true });
  }
  report(cli, figures);
};
