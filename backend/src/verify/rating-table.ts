import type { INestApplicationContext } from '@nestjs/common';
import { Sport } from '@courtly/contracts/sport';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { configuredFormula } from '../play/rankings/formulas.js';
import {
  type RatedMatchDocument,
  ratedMatches,
} from '../play/rankings/rated-matches.projection.js';
import { RankingFold, disciplines } from '../play/rankings/ranking-fold.js';
import {
  type DisciplineRow,
  type PlayerRow,
  type Receipt,
  rowIdOf,
} from '../play/rankings/ranking-table.js';
import {
  type PublishedTable,
  type Receipts,
  type Rows,
  TableStore,
} from '../play/rankings/table-store.service.js';
import type { StoredDocument } from '../platform/projections/projection.js';
import type { Violation } from './check.js';
import type { Expected } from './expected.js';

const TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 200;
const BATCH_SIZE = 1_000;
const MOST_DIFFERING = 1_000;

type RatedMatch = StoredDocument<RatedMatchDocument>;

/** The rated matches in order, and the position of the last change. */
const matchesOf = ({ documents }: Expected) => {
  const ratedOrder: Readonly<{ key: string; id: string }>[] = [];
  let lastPosition = '';
  for (const [id, document] of documents.entriesInOrder()) {
    const { playedAt, logged, counts, position } = document as RatedMatch;
    if (counts) ratedOrder.push({ key: `${playedAt} ${logged}`, id });
    if (position > lastPosition) lastPosition = position;
  }
  ratedOrder.sort((firstMatch, secondMatch) => (firstMatch.key < secondMatch.key ? -1 : 1));
  return { last: lastPosition, inOrder: ratedOrder.map(({ id }) => id) };
};

/**
 * Removes the fields that the log of matches does not determine: who is listed, and in which city.
 */
const withoutRanks = (disciplineRow: DisciplineRow | null) =>
  disciplineRow && {
    ...disciplineRow,
    rank: null,
    place: null,
    rankBefore: null,
    cityRank: null,
    cityPlace: null,
    cityRankBefore: null,
    clay: disciplineRow.clay && {
      ...disciplineRow.clay,
      rank: null,
      place: null,
      rankBefore: null,
    },
  };

const figuresOf = ({
  sport,
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
  sport,
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

/** Compares items with their stored versions, in batches. */
const inBatches = async <T>(
  allItems: Iterable<T>,
  compareBatch: (batch: readonly T[]) => Promise<Violation[]>,
) => {
  const violations: Violation[] = [];
  let batch: T[] = [];
  for (const item of allItems) {
    batch.push(item);
    if (batch.length < BATCH_SIZE) continue;
    violations.push(...(await compareBatch(batch)));
    batch = [];
    if (violations.length > MOST_DIFFERING) return violations;
  }
  return [...violations, ...(await compareBatch(batch))];
};

const rankProblems = async (storedRows: Rows): Promise<Violation[]> => {
  const rowProblems: Violation[] = [];
  const rankings = Sport.options.flatMap((sport) =>
    disciplines.map((discipline) => ({ sport, discipline })),
  );
  for (const { sport, discipline } of rankings) {
    let [place, rank, before] = [0, 0, Infinity];
    for await (const row of storedRows
      .find({ sport, [`${discipline}.place`]: { $gt: 0 } })
      .sort({ [`${discipline}.place`]: 1 })
      .batchSize(BATCH_SIZE)) {
      const ownRow = row[discipline]!;
      place++;
      if (ownRow.rankBound !== before) rank = place;
      const isRanked = !ownRow.provisional && ownRow.missingOpponents === 0;
      if (ownRow.place !== place || ownRow.rank !== rank || ownRow.rankBound > before || !isRanked)
        rowProblems.push(
          problemOf(row._id, `rank ${ownRow.rank} in ${discipline} differs from its bound`),
        );
      before = ownRow.rankBound;
      if (rowProblems.length > MOST_DIFFERING) return rowProblems;
    }
  }
  return rowProblems;
};

const compareRows = async (
  expected: Expected,
  { table, rows, receipts }: Readonly<{ table: PublishedTable; rows: Rows; receipts: Receipts }>,
): Promise<Violation[]> => {
  let receiptBatch: Receipt[] = [];
  const ratingFold = new RankingFold(configuredFormula(table.formula, table.parameters), {
    comparedAt: table.comparedAt,
    onReceipt: (receipt) => receiptBatch.push(receipt),
  });
  const compareReceipts = async (batch: readonly Receipt[]) => {
    const rowIds = [...new Set(batch.map(rowIdOf))];
    const receiptEpochs = new Map(
      (await rows.find({ _id: { $in: rowIds } }).toArray()).map((row) => [row._id, row.receipts]),
    );
    const idOf = (receipt: Receipt) =>
      `${receiptEpochs.get(rowIdOf(receipt))}.${receipt.playerId}.${receipt.matchId}`;
    const storedReceipts = await receipts.find({ _id: { $in: batch.map(idOf) } }).toArray();
    const byId = new Map(
      storedReceipts.map(({ _id, epoch: _, ended: __, ...receipt }) => [_id, receipt]),
    );
    return batch
      .filter((receipt) => !isDeepStrictEqual(byId.get(idOf(receipt)), receipt))
      .map((receipt) =>
        problemOf(rowIdOf(receipt), `the receipt of ${receipt.matchId} differs from the log`),
      );
  };
  const receiptProblems: Violation[] = [];
  for (const id of matchesOf(expected).inOrder) {
    ratingFold.rateDocument(expected.documents.get(id) as RatedMatch);
    if (receiptBatch.length < BATCH_SIZE) continue;
    receiptProblems.push(...(await compareReceipts(receiptBatch)));
    receiptBatch = [];
    if (receiptProblems.length > MOST_DIFFERING) return receiptProblems;
  }
  receiptProblems.push(...(await compareReceipts(receiptBatch)));
  const foldedRatings = ratingFold.rankingTable(Date.parse(table.publishedAt), () => null);
  const differing = await inBatches(foldedRatings.rows, async (batch) => {
    const storedTable = await rows.find({ _id: { $in: batch.map(rowIdOf) } }).toArray();
    const byId = new Map(storedTable.map((row) => [row._id, figuresOf(row)]));
    return batch
      .filter((row) => !isDeepStrictEqual(byId.get(rowIdOf(row)), figuresOf(row)))
      .map((row) => problemOf(rowIdOf(row), 'the ratings differ from the log'));
  });
  const { rowCount: foldedCount } = ratingFold;
  const rowCount = await rows.countDocuments({});
  const moreProblems =
    rowCount === foldedCount
      ? []
      : [
          problemOf(
            'table',
            `it contains ${rowCount} rows, but players have played in ${foldedCount} sports`,
          ),
        ];
  return [...receiptProblems, ...differing, ...moreProblems, ...(await rankProblems(rows))];
};

/**
 * Compares the published ratings and receipts with a fold of the log under the table's formula and
 * instant. Waits for a table that is behind; null if Courtly is stopped.
 */
export const compareRatings = async (
  application: INestApplicationContext,
  expectedModels: readonly Expected[],
  isStopped: boolean,
): Promise<Violation[] | null> => {
  const expected = expectedModels.find(({ projection }) => projection.name === ratedMatches.name);
  const tableStore = application.get(TableStore, { strict: false });
  if (!expected || !(await tableStore.published())) return [];
  const { last } = matchesOf(expected);
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(CHECK_INTERVAL_MS)) {
    const tableProblems = await tableStore.find(async (publishedTable, storedRows, receipts) =>
      publishedTable.inputPosition < last
        ? 'behind'
        : compareRows(expected, { table: publishedTable, rows: storedRows, receipts }),
    );
    if (tableProblems !== 'behind') return tableProblems ?? [];
    if (isStopped) return null;
    if (Date.now() > deadline)
      return [problemOf('table', `still behind the log after ${TIMEOUT_MS / 1_000} s`)];
  }
};
