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
import { type Measured, held, told } from './measured.js';
import { playerIdOf, ratedOf, writeMatches } from './match-history.js';
import { rawReading } from './raw-read.js';
import { machine, report } from './report.js';
import { watchedCourtly } from './watched-courtly.js';

const MB = 1_000_000;
const MOST_SECONDS = 60;
const MOST_MEMORY = 512 * MB;
const EVENTS_A_MATCH = 3;

type Replayed = Readonly<{ events: number; matches: number; replayed: Readonly<{ hash: string }> }>;

/** What a command on the event store alone is told: no other address is ever called. */
const environmentOf = (url: string): Record<string, string> => ({
  EVENTSTORE_URL: url,
  MONGODB_URI: 'mongodb://127.0.0.1:1',
  REDIS_URL: 'redis://127.0.0.1:1',
  POLICY_FILE: join(root, 'deploy', 'policies', 'unpaid.json'),
  SESSION_SECRETS: 'a secret of sessions for this bench alone',
  KEY_SECRETS: 'a long secret of keys for this bench alone',
  LOOKUP_SECRETS: 'a secret of lookups for this bench alone',
});

const measure = async (cli: Cli, url: string, matches: number): Promise<Measured[]> => {
  const environment = environmentOf(url);
  const written = performance.now();
  await cli.step('Writing the matches', (tell) =>
    withEventStore({ ...cli, environment: { ...cli.environment, ...environment } }, (store) =>
      writeMatches(store, matches, (done) =>
        tell(`${formatCount(done)} of ${formatCount(matches)} matches`),
      ),
    ),
  );
  const seconds = (performance.now() - written) / 1_000;
  const bare = await cli.step('Reading them by the client alone', () => rawReading(url));
  const run = await cli.step('Replaying them', () =>
    watchedCourtly(environment, 'rankings', 'replay', '--json'),
  );
  const { events, replayed, ...result } = JSON.parse(run.printed) as Replayed;
  const own = await cli.step('The ratings of one player', () =>
    watchedCourtly(environment, 'rankings', 'player', playerIdOf(0), '--json'),
  );
  const { receipts } = JSON.parse(own.printed) as Readonly<{ receipts: readonly unknown[] }>;
  const expected = await cli.step('The reference', async () =>
    hashOfLines([referenceRatings(ratedOf(matches), gamesShareDefaults)]),
  );
  const same = replayed.hash === expected && result.matches === matches;
  return [
    told('events written', `${formatCount(events)} in ${seconds.toFixed(0)} s`),
    told('events a second that the client alone is told of', formatCount(events / bare)),
    told('events a second of the replay', formatCount(events / run.seconds)),
    held(
      'replay, start to end',
      `${run.seconds.toFixed(1)} s`,
      `${MOST_SECONDS} s`,
      run.seconds <= MOST_SECONDS,
    ),
    held(
      'replay: memory at most',
      `${formatCount(run.peak / MB)} MB`,
      '512 MB',
      run.peak <= MOST_MEMORY,
    ),
    told('one player, with the last receipts', `${receipts.length} in ${own.seconds.toFixed(1)} s`),
    told('one player: memory at most', `${formatCount(own.peak / MB)} MB`),
    held('hash beside the reference', same ? 'the same' : 'different', 'the same', same),
  ];
};

/** Writes so many events of matches into an event store of its own, replays them, and proves the result. */
export const benchReplay = async (
  cli: Cli,
  { events }: Readonly<{ events: number }>,
): Promise<void> => {
  const lines = machine();
  const folder = await mkdtemp(join(tmpdir(), 'courtly-replay-'));
  const store = await startStandIn('eventstoredb', ['--data', join(folder, 'eventstore.db')]);
  try {
    lines.push(...(await measure(cli, store.url, Math.ceil(events / EVENTS_A_MATCH))));
  } finally {
    await store.kill();
    await rm(folder, { recursive: true, force: true });
  }
  report(cli, lines);
};
