import type { INestApplicationContext } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { formulaOf } from '../play/rankings/formulas.js';
import {
  type RatedMatchDocument,
  ratedMatches,
} from '../play/rankings/rated-matches.projection.js';
import { RankingFold } from '../play/rankings/ranking-fold.js';
import type { DisciplineRow, PlayerRow, Receipt } from '../play/rankings/ranking-table.js';
import {
  type PublishedTable,
  type Receipts,
  type Rows,
  TableStore,
} from '../play/rankings/table-store.service.js';
import type { StoredDocument } from '../platform/projections/projection.js';
import type { Violation } from './check.js';
import type { Expected } from './expected.js';

const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 200;
const BATCH = 1_000;
const MOST_DIFFERING = 1_000;

type Match = StoredDocument<RatedMatchDocument>;

/** The rated matches in order, and the position of the last change. */
const matchesOf = ({ documents }: Expected) => {
  const order: Readonly<{ key: string; id: string }>[] = [];
  let last = '';
  for (const [id, document] of documents.entriesInOrder()) {
    const { playedAt, logged, counts, position } = document as Match;
    if (counts) order.push({ key: `${playedAt} ${logged}`, id });
    if (position > last) last = position;
  }
  order.sort((a, b) => (a.key < b.key ? -1 : 1));
  return { last, inOrder: order.map(({ id }) => id) };
};

/** Drops fields that the match log does not determine: who is listed, and in which city. */
const withoutRanks = (row: DisciplineRow | null) =>
  row && { ...row, rank: null, cityRank: null, clay: row.clay && { ...row.clay, rank: null } };

const figuresOf = ({
  playerId,
  singles,
  doubles,
  wins,
  losses,
  draws,
  streak,
  longestStreak,
  courts,
  flags,
}: PlayerRow) => ({
  playerId,
  wins,
  losses,
  draws,
  streak,
  longestStreak,
  courts,
  flags,
  singles: withoutRanks(singles),
  doubles: withoutRanks(doubles),
});

const problemOf = (id: string, problem: string): Violation => ({
  stream: `ratings/${id}`,
  revision: null,
  problem,
});

/** Compares items in batches with their stored versions. */
const inBatches = async <T>(
  all: Iterable<T>,
  compare: (batch: readonly T[]) => Promise<Violation[]>,
) => {
  const found: Violation[] = [];
  let batch: T[] = [];
  for (const one of all) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    found.push(...(await compare(batch)));
    batch = [];
    if (found.length > MOST_DIFFERING) return found;
  }
  return [...found, ...(await compare(batch))];
};

const rankProblems = async (rows: Rows): Promise<Violation[]> => {
  const found: Violation[] = [];
  for (const discipline of ['singles', 'doubles'] as const) {
    let [rank, before] = [0, Infinity];
    for await (const row of rows
      .find({ [`${discipline}.rank`]: { $gt: 0 } })
      .sort({ [`${discipline}.rank`]: 1 })
      .batchSize(BATCH)) {
      const own = row[discipline]!;
      if (own.rank !== ++rank || own.lowerBound > before || own.provisional)
        found.push(problemOf(row._id, `rank ${own.rank} in ${discipline} differs from its range`));
      before = own.lowerBound;
      if (found.length > MOST_DIFFERING) return found;
    }
  }
  return found;
};

const compare = async (
  expected: Expected,
  { table, rows, receipts }: Readonly<{ table: PublishedTable; rows: Rows; receipts: Receipts }>,
): Promise<Violation[]> => {
  let heard: Receipt[] = [];
  const fold = new RankingFold(formulaOf(table.formula, table.parameters), (receipt) =>
    heard.push(receipt),
  );
  const compareReceipts = async (batch: readonly Receipt[]) => {
    const players = [...new Set(batch.map(({ playerId }) => playerId))];
    const known = new Map(
      (await rows.find({ _id: { $in: players } }).toArray()).map((row) => [row._id, row.receipts]),
    );
    const idOf = ({ playerId, matchId }: Receipt) =>
      `${known.get(playerId)}.${playerId}.${matchId}`;
    const stored = await receipts.find({ _id: { $in: batch.map(idOf) } }).toArray();
    const byId = new Map(stored.map(({ _id, epoch: _, ended: __, ...receipt }) => [_id, receipt]));
    return batch
      .filter((one) => !isDeepStrictEqual(byId.get(idOf(one)), one))
      .map(({ playerId, matchId }) =>
        problemOf(playerId, `the receipt of ${matchId} differs from the log`),
      );
  };
  const found: Violation[] = [];
  for (const id of matchesOf(expected).inOrder) {
    fold.take(expected.documents.get(id) as Match);
    if (heard.length < BATCH) continue;
    found.push(...(await compareReceipts(heard)));
    heard = [];
    if (found.length > MOST_DIFFERING) return found;
  }
  found.push(...(await compareReceipts(heard)));
  const folded = fold.table(Date.parse(table.publishedAt), () => null);
  const differing = await inBatches(folded.rows, async (batch) => {
    const stored = await rows
      .find({ _id: { $in: batch.map(({ playerId }) => playerId) } })
      .toArray();
    const byId = new Map(stored.map((row) => [row._id, figuresOf(row)]));
    return batch
      .filter((row) => !isDeepStrictEqual(byId.get(row.playerId), figuresOf(row)))
      .map(({ playerId }) => problemOf(playerId, 'the ratings differ from the log'));
  });
  const players = fold.playerIds().length;
  const count = await rows.countDocuments({});
  const further =
    count === players
      ? []
      : [problemOf('table', `it contains ${count} players, but ${players} have played`)];
  return [...found, ...differing, ...further, ...(await rankProblems(rows))];
};

/**
 * Compares the published ratings, row by row and receipt by receipt, with a fold of the log by the
 * table's formula and instant. Waits for a table that is behind; a missing table is no violation.
 */
export const compareRatings = async (
  app: INestApplicationContext,
  all: readonly Expected[],
): Promise<Violation[]> => {
  const expected = all.find(({ projection }) => projection.name === ratedMatches.name);
  const tables = app.get(TableStore, { strict: false });
  if (!expected || !(await tables.published())) return [];
  const { last } = matchesOf(expected);
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(LOOK_AGAIN_MS)) {
    const found = await tables.find(async (table, rows, receipts) =>
      table.inputPosition < last ? 'behind' : compare(expected, { table, rows, receipts }),
    );
    if (found !== 'behind') return found ?? [];
    if (Date.now() > deadline)
      return [problemOf('table', `still behind the log after ${PATIENCE_MS / 1_000} s`)];
  }
};
