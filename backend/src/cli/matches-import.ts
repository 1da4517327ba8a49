import { Command } from 'commander';
import { createHash } from 'node:crypto';
import { EventCodec } from '../platform/kernel/codec.js';
import { importedMatch, problemOfImport } from '../play/matches/imported-match.js';
import { matchEvents } from '../play/matches/match.events.js';
import { match as matchDecider } from '../play/matches/match.js';
import type { RatedMatch } from '../play/ratings/formula.js';
import type { TourRow } from '../play/ratings/tour-file.js';
import { nobodysKeys } from '../play/rankings/match-log.js';
import type { EventStore } from '../platform/stores/event-store.js';
import { appendNew } from './append-new.js';
import { type Cli, Failure } from './cli.js';
import { withEventStore } from './replay-log.js';
import { count, table } from './table.js';
import { problemsTold, tourRows } from './tour-rows.js';

/** Concurrent writes; the client batches those that wait. */
const AT_ONCE = 64;
const SECOND_MS = 1_000;

const hashOf = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** A UUID derived from its parts, as the store requires. */
const uuidOf = (...parts: readonly unknown[]) => {
  const hex = hashOf(...parts);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Equal for equal records, wherever they are in a file. */
const bookingIdOf = ({ playedAt, surface, sides, games, winner, bestOf }: RatedMatch) =>
  `import-${hashOf(playedAt, surface, sides, games, winner, bestOf).slice(0, 24)}`;

/**
 * Writes each match to a separate stream, many concurrently. Ids derive from the content, so
 * repeated imports write nothing twice.
 */
const writer = (store: EventStore, end: string | null) => {
  const codec = new EventCodec([matchEvents], nobodysKeys);
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let wake: () => void = () => undefined;
  const counts = { imported: 0, known: 0 };
  const write = async (record: RatedMatch, nth: number) => {
    const at = new Date(record.playedAt + nth * SECOND_MS).toISOString();
    const { matchId, events } = importedMatch(record, bookingIdOf(record), at);
    const [command, actor] = [`import ${matchId}`, { id: 'operator', role: 'operator' } as const];
    const metadata = { actor, at, command, fingerprint: matchId, $correlationId: command };
    const encoded = events.map((event) =>
      codec.encode(event, uuidOf(matchId, event.type), metadata),
    );
    const position = await appendNew(
      store,
      `${matchDecider.category}-${matchId}`,
      await Promise.all(encoded),
    );
    if (position !== null && (end === null || position > end)) counts.imported++;
    else counts.known++;
  };
  return {
    counts,
    async add(record: RatedMatch, nth: number) {
      const one = write(record, nth)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          underWay.delete(one);
          wake();
        });
      underWay.add(one);
      if (underWay.size >= AT_ONCE) await new Promise<void>((resolve) => (wake = resolve));
      if (failures.length > 0) throw failures[0];
    },
    /** Waits for pending writes. @throws the error of a failed write */
    async end() {
      await Promise.all(underWay);
      if (failures.length > 0) throw failures[0];
    },
  };
};

/** Keeps the order of the file within a day: each match is a second later. */
const orderOfDay = () => {
  const seen = new Map<number, number>();
  return (playedAt: number): number => {
    const nth = seen.get(playedAt) ?? 0;
    seen.set(playedAt, nth + 1);
    return nth;
  };
};

const importFile = async (cli: Cli, store: EventStore, file: string): Promise<void> => {
  const write = writer(store, await store.readLogEnd());
  const problems = problemsTold(cli);
  const nthOf = orderOfDay();
  const started = performance.now();
  let [rows, notPlayed] = [0, 0];
  const take = async (line: number, row: TourRow) => {
    if (row === 'not_played' || ('match' in row && row.match.games[0] + row.match.games[1] === 0))
      return notPlayed++;
    const problem = 'problem' in row ? row.problem : problemOfImport(row.match, Date.now());
    if ('problem' in row || problem !== null) return problems.add(line, problem!);
    return write.add(row.match, nthOf(row.match.playedAt));
  };
  await cli.step('Importing matches', async (tell) => {
    try {
      for await (const { line, row } of tourRows(file)) {
        cli.interrupted.throwIfAborted();
        await take(line, row);
        if (++rows % AT_ONCE === 0) tell(`${count(rows)} rows, ${rate(rows, started)}/s`);
      }
    } finally {
      await write.end();
    }
  });
  const refused = problems.end();
  cli.note(`${count(rows)} rows, ${rate(rows, started)}/s`);
  const facts = { ...write.counts, 'not played': notPlayed, refused };
  cli.print(
    table([['rows', ''], ...Object.entries(facts).map(([name, value]) => [name, count(value)])]),
  );
  if (refused > 0)
    throw new Failure(`${count(refused)} rows were rejected; the others were imported.`);
};

const rate = (rows: number, started: number) =>
  count((rows * 1_000) / Math.max(1, performance.now() - started));

export const importCommand = (cli: Cli): Command =>
  new Command('import')
    .description('import singles matches recorded elsewhere; importing again adds nothing')
    .argument(
      '<csv>',
      'matches in playing order: played_on, surface, winner_id, loser_id, score, best_of',
    )
    .action((file: string) => withEventStore(cli, (store) => importFile(cli, store, file)));
