import { Injectable } from '@nestjs/common';
import type mongoose from 'mongoose';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Mongo } from '../../platform/stores/mongo.js';
import { StoreUnavailable } from '../../platform/stores/store-unavailable.js';
import type { MatchCorrections } from './rating-correction.js';
import {
  type PlayerInSport,
  type PlayerRow,
  type RankedBySport,
  type Receipt,
  rowIdOf,
} from './ranking-table.js';

/** The version of the document format. Each release uses only its own version. */
const FORMAT_VERSION = 5;
const HEAD_ID = `table@${FORMAT_VERSION}`;
const TABLE_PREFIX = `rankings@${FORMAT_VERSION}.`;
const RECEIPT_COLLECTION = `ratingReceipts@${FORMAT_VERSION}`;

/**
 * A published table, whose rows are in `collection`. It includes the log up to `inputPosition`;
 * ranges are as of `publishedAt`, and ranks before as of `comparedAt` (UTC).
 */
export type PublishedTable = Readonly<{
  epoch: number;
  collection: string;
  formula: string;
  formulaId: string;
  parameters: Readonly<Record<string, number | boolean>>;
  inputPosition: string;
  publishedAt: string;
  comparedAt: string;
  matches: number;
  /** The number of rows: one per player and sport. */
  players: number;
  ranked: RankedBySport;
  /** The players to notify because a withdrawal changed their figures. */
  corrections: readonly MatchCorrections[];
  /** The keys of the areas of towns entered without a state, by the keys of the towns. */
  meantAreas: Readonly<Record<string, string>>;
}>;

/**
 * `epoch` is that of the latest build, which is the only one that may publish. `previous` remains
 * for reads in progress.
 */
type TableHead = Readonly<{
  _id: string;
  epoch: number;
  table: PublishedTable | null;
  previous: PublishedTable | null;
}>;

/** `receipts` is the epoch of the row's receipts, which remain until they change. */
export type StoredRow = PlayerRow & Readonly<{ _id: string; receipts: number; isFlagged: boolean }>;

export type RowBefore = Pick<StoredRow, '_id' | 'receipts'> &
  Readonly<Record<'singles' | 'doubles', Readonly<{ figure: number }> | null>>;

/** `ended` is the epoch of the table that replaced this receipt. */
export type StoredReceipt = Receipt &
  Readonly<{ _id: string; epoch: number; ended: number | null }>;

export type Rows = mongoose.mongo.Collection<StoredRow>;
export type Receipts = mongoose.mongo.Collection<StoredReceipt>;

type TableQuery<T> = (
  publishedTable: PublishedTable,
  tableRows: Rows,
  ratingReceipts: Receipts,
) => Promise<T>;

const rowIndexes = [
  ...(['singles', 'doubles'] as const).flatMap((matchDiscipline) => [
    { sport: 1, [`${matchDiscipline}.place`]: 1 },
    { sport: 1, [`${matchDiscipline}.clay.place`]: 1 },
    { sport: 1, city: 1, [`${matchDiscipline}.cityPlace`]: 1 },
  ]),
  { isFlagged: 1, _id: 1 },
  { playerId: 1, _id: 1 },
] as const;

const receiptIndexes = [
  { playerId: 1, sport: 1, epoch: 1, playedAt: -1, logged: -1 },
  { playerId: 1, epoch: 1 },
  { ended: 1 },
  { epoch: 1 },
] as const;

const noTableYet = () =>
  new DomainError(
    'store_unavailable',
    'Courtly is still calculating ratings. Please try again in a moment.',
  );

/** A later build has started; only the latest one may publish. */
export class Overtaken extends Error {}

/**
 * Stores rating tables, each in its own collection, which is not read until the head points to it.
 * Consecutive tables share receipts that have not changed.
 */
@Injectable()
export class TableStore {
  private latestTable: PublishedTable | null = null;

  constructor(private readonly mongoStore: Mongo) {}

  private get heads() {
    return this.mongoStore.readModels.collection<TableHead>('rankings');
  }

  get receipts(): Receipts {
    return this.mongoStore.readModels.collection<StoredReceipt>(RECEIPT_COLLECTION);
  }

  rows({ collection }: Pick<PublishedTable, 'collection'>): Rows {
    return this.mongoStore.readModels.collection<StoredRow>(collection);
  }

  /** @throws StoreUnavailable while MongoDB is known to be unavailable */
  async published(): Promise<PublishedTable | null> {
    if (this.mongoStore.connection.isAway) throw new StoreUnavailable('MongoDB');
    this.latestTable = (await this.heads.findOne({ _id: HEAD_ID }))?.table ?? null;
    return this.latestTable;
  }

  /**
   * Reads from the published table; null before the first. A dropped collection looks empty or
   * fails, so this checks the head after the query, and repeats it if another table was published.
   */
  async find<T>(tableQuery: TableQuery<T>): Promise<T | null> {
    for (
      let publishedTable = this.latestTable ?? (await this.published());
      publishedTable;
      publishedTable = this.latestTable
    ) {
      const result = tableQuery(publishedTable, this.rows(publishedTable), this.receipts);
      await Promise.allSettled([result]);
      if ((await this.published())?.epoch === publishedTable.epoch) return result;
    }
    return null;
  }

  /**
   * Like `find`, but for lists, which must not appear empty before there is a table.
   * @throws DomainError store_unavailable
   */
  async read<T extends object>(tableQuery: TableQuery<T>): Promise<T> {
    const queryResult = await this.find(tableQuery);
    if (!queryResult) throw noTableYet();
    return queryResult;
  }

  /**
   * Reads from the table of this epoch, or from the published one if it is null. The table before
   * the published one is still stored, so that a list can be read to its end.
   * @throws DomainError conflict if the table is no longer stored, store_unavailable
   */
  async readAt<T extends object>(tableEpoch: number | null, tableQuery: TableQuery<T>): Promise<T> {
    if (tableEpoch === null) return this.read(tableQuery);
    const storedTable = await this.tableOf(tableEpoch);
    const result = tableQuery(storedTable, this.rows(storedTable), this.receipts);
    await Promise.allSettled([result]);
    await this.tableOf(tableEpoch);
    return result;
  }

  private async tableOf(tableEpoch: number): Promise<PublishedTable> {
    await this.published();
    const head = await this.heads.findOne({ _id: HEAD_ID });
    for (const storedTable of [head?.table, head?.previous])
      if (storedTable?.epoch === tableEpoch) return storedTable;
    throw new DomainError(
      'conflict',
      'The ranking has been updated. Please start from the beginning of the list.',
    );
  }

  /** Starts a build. From then on, no earlier build can publish. */
  async begin(): Promise<Readonly<{ epoch: number; previousTable: PublishedTable | null }>> {
    // Starts at the clock's time, so that collection names from before the database was wiped are
    // never reused.
    const initialHead = { epoch: Date.now(), table: null, previous: null };
    await this.heads.updateOne({ _id: HEAD_ID }, { $setOnInsert: initialHead }, { upsert: true });
    const head = await this.heads.findOneAndUpdate(
      { _id: HEAD_ID },
      { $inc: { epoch: 1 } },
      { returnDocument: 'after' },
    );
    if (!head) throw new Error('the database was wiped');
    const newCollection = this.mongoStore.readModels.collection(`${TABLE_PREFIX}${head.epoch}`);
    for (const indexKeys of rowIndexes) await newCollection.createIndex(indexKeys);
    for (const indexKeys of receiptIndexes) await this.receipts.createIndex(indexKeys);
    return { epoch: head.epoch, previousTable: head.table };
  }

  collectionOf(buildEpoch: number): string {
    return `${TABLE_PREFIX}${buildEpoch}`;
  }

  /** @throws Overtaken */
  async addReceipts(buildEpoch: number, ratingReceipts: readonly Receipt[]): Promise<void> {
    if (ratingReceipts.length === 0) return;
    await this.assertLatest(buildEpoch);
    const documents = ratingReceipts.map((ratingReceipt) => ({
      _id: receiptId(buildEpoch, ratingReceipt.playerId, ratingReceipt.matchId),
      epoch: buildEpoch,
      ended: null,
      ...ratingReceipt,
    }));
    await this.receipts.insertMany(documents, { ordered: false });
  }

  /** @throws Overtaken */
  async addRows(
    buildEpoch: number,
    rowsToAdd: readonly Readonly<{ row: PlayerRow; receipts: number }>[],
  ): Promise<void> {
    await this.assertLatest(buildEpoch);
    const documents = rowsToAdd.map(({ row, receipts }) => {
      return { _id: rowIdOf(row), receipts, isFlagged: row.flags.length > 0, ...row };
    });
    await this.rows({ collection: this.collectionOf(buildEpoch) }).insertMany(documents, {
      ordered: false,
    });
  }

  /** The fields of these rows that the next table needs, by row id. */
  async rowsBefore(
    publishedTable: PublishedTable,
    rowIds: readonly string[],
  ): Promise<ReadonlyMap<string, RowBefore>> {
    const neededFields = { receipts: 1, 'singles.figure': 1, 'doubles.figure': 1 } as const;
    const filter = { _id: { $in: [...rowIds] } };
    const storedRows = await this.rows(publishedTable)
      .find(filter)
      .project<RowBefore>(neededFields)
      .toArray();
    return new Map(storedRows.map((storedRow) => [storedRow._id, storedRow]));
  }

  async countedIn(
    publishedTable: PublishedTable,
    matchId: string,
    player: PlayerInSport,
  ): Promise<boolean> {
    const { playerId } = player;
    const storedRow = await this.rows(publishedTable).findOne({ _id: rowIdOf(player) });
    const storedReceipt =
      storedRow &&
      (await this.receipts.findOne({ _id: receiptId(storedRow.receipts, playerId, matchId) }));
    return storedReceipt !== null;
  }

  /**
   * Publishes a table in one write.
   * @throws Overtaken
   */
  async publish(
    publishedTable: PublishedTable,
    previousTable: PublishedTable | null,
  ): Promise<void> {
    const filter = { _id: HEAD_ID, epoch: publishedTable.epoch };
    const { matchedCount } = await this.heads.updateOne(filter, {
      $set: { table: publishedTable, previous: previousTable },
    });
    if (matchedCount === 0) throw new Overtaken();
  }

  /**
   * After a publication, deletes what only tables before the previous one used, and leftovers of
   * failed builds. If it is interrupted, the next run completes it.
   * @param replacedPlayers players whose receipts were rewritten; null for all
   */
  async deleteUnused(
    publishedTable: PublishedTable,
    previousTable: PublishedTable | null,
    replacedPlayers: readonly string[] | null,
  ): Promise<void> {
    const { epoch } = publishedTable;
    const olderReceipts = { epoch: { $lt: epoch }, ended: null };
    if (replacedPlayers === null)
      await this.receipts.updateMany(olderReceipts, { $set: { ended: epoch } });
    for (const playerIds of splitInto(replacedPlayers ?? [], 1_000))
      await this.receipts.updateMany(
        { playerId: { $in: playerIds }, ...olderReceipts },
        { $set: { ended: epoch } },
      );
    await this.receipts.deleteMany({ ended: { $gt: 0, $lt: epoch } });
    await this.receipts.deleteMany({ epoch: { $gt: previousTable?.epoch ?? 0, $lt: epoch } });
    const collections = await this.mongoStore.readModels
      .listCollections({}, { nameOnly: true })
      .toArray();
    for (const { name } of collections) {
      const collectionEpoch = name.startsWith(TABLE_PREFIX)
        ? Number(name.slice(TABLE_PREFIX.length))
        : epoch;
      if (collectionEpoch < epoch && name !== previousTable?.collection)
        await this.mongoStore.readModels.dropCollection(name);
    }
  }

  private async assertLatest(buildEpoch: number): Promise<void> {
    if (!(await this.heads.findOne({ _id: HEAD_ID, epoch: buildEpoch }))) throw new Overtaken();
  }
}

const receiptId = (buildEpoch: number, playerId: string, matchId: string) =>
  `${buildEpoch}.${playerId}.${matchId}`;

export const splitInto = <T>(allItems: readonly T[], partSize: number): T[][] =>
  Array.from({ length: Math.ceil(allItems.length / partSize) }, (_, partIndex) =>
    allItems.slice(partIndex * partSize, (partIndex + 1) * partSize),
  );
