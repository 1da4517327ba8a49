import { startEventStoreDb } from '@courtly/standin-eventstoredb';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RatedMatch } from '../src/play/ratings/formula.js';
import { evidenceDefaults } from '../src/play/ratings/evidence-glicko.js';
import { tourRow } from '../src/play/ratings/tour-file.js';
import type { Comparison } from '../src/play/rankings/replay.js';
import { hashOfLines } from '../src/play/rankings/ratings.hash.js';
import { commandLine } from './command-line.js';
import { referenceRatings } from '../tools/ratings/reference-ratings.js';

const HEADING = 'played_on,surface,winner_id,loser_id,score,best_of';
const DAYS = 60;
export const A_DAY = 8;

/** Each day has eight matches among ten players, so that the order within a day matters. */
export const importRows = Array.from({ length: DAYS * A_DAY }, (_, index) => {
  const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(index / A_DAY))).toISOString().slice(0, 10);
  const winner = 1 + ((index * 7) % 10);
  const loser = 1 + ((winner + 2 + (index % 3)) % 10);
  return `${day},${['Hard', 'Clay', ''][index % 3]},p${winner},p${loser},6-${index % 5} 6-4,3`;
});

/** The expected hash of a replay, computed by an independent implementation. */
export const hashOf = (some: readonly string[]): string => {
  const rated = some.map((row, index): RatedMatch => {
    const cells = row.split(',');
    const record = Object.fromEntries(
      HEADING.split(',').map((name, column) => [name, cells[column]]),
    );
    const { match } = tourRow(record, index) as { match: RatedMatch };
    const imported = (side: readonly string[]) => side.map((id) => `imported-${id}`);
    return {
      ...match,
      playedAt: match.playedAt + (index % A_DAY) * 1_000,
      surface: match.surface?.toLowerCase() ?? null,
      sides: [imported(match.sides[0]), imported(match.sides[1])],
    };
  });
  return hashOfLines([referenceRatings(rated, evidenceDefaults)]);
};

type Replayed = Comparison & Readonly<{ inputPosition: string }>;

/** Runs `courtly` commands on a separate event store, without any other stores. */
export const startImports = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'courtly-replay-'));
  const store = await startEventStoreDb({ file: join(folder, 'events.db'), port: 0 });
  const run = commandLine({
    NODE_ENV: 'test',
    EVENTSTORE_URL: store.url,
    MONGODB_URI: 'mongodb://127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    SESSION_SECRETS: 'a secret of sessions for tests alone',
    KEY_SECRETS: 'a long secret of keys for tests alone',
    LOOKUP_SECRETS: 'a secret of lookups for tests alone',
    POLICY_FILE: 'deploy/policies/unpaid.json',
  });
  const write = async (...lines: readonly string[]) => {
    const path = join(folder, 'matches.csv');
    await writeFile(path, [HEADING, ...lines, ''].join('\n'));
    return path;
  };
  return {
    run,
    write,
    load: async (...lines: readonly string[]) => run(['matches', 'import', await write(...lines)]),
    replay: async (...args: readonly string[]) =>
      JSON.parse((await run(['rankings', 'replay', '--json', ...args])).printed) as Replayed,
    async stop() {
      await store.stop();
      await rm(folder, { recursive: true });
    },
  };
};

export type Imports = Awaited<ReturnType<typeof startImports>>;
