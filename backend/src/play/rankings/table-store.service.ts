import { Injectable } from '@nestjs/common';
import type mongoose from 'mongoose';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Mongo } from '../../platform/stores/mongo.js';
import { StoreUnavailable } from '../../platform/stores/store-unavailable.js';
import type { Corrections } from './rating-correction.js';
import type { PlayerRow, Ranked, Receipt } from './ranking-table.js';

/** The version of the document format; each release uses only its own. */
const SHAPE = 1;
const HEAD = `table@${SHAPE}`;
const TABLES = `rankings@${SHAPE}.`;
const RECEIPTS = `ratingReceipts@${SHAPE}`;

/**
 * A published table: its rows are in `collection`. It includes the log up to `inputPosition`;
 * ranges are as of `publishedAt` (UTC).
 */
export type PublishedTable = Readonly<{
  epoch: number;
  collection: string;
  formula: string;
  formulaId: string;
  parameters: Readonly<Record<string, number | boolean>>;
  inputPosition: string;
  publishedAt: string;
  matches: number;
  players: number;
  ranked: Ranked;
  /** Players to notify of a changed figure after a withdrawal. */
  corrections: readonly Corrections[];
}>;

/**
 * `epoch` is that of the latest build, the only one that may publish. `previous` stays for reads in
 * progress.
 */
type Head = Readonly<{
  _id: string;
  epoch: number;
  table: PublishedTable | null;
  previous: PublishedTable | null;
}>;

/** `receipts` is the epoch of the player's receipts, which stay until they change. */
export type StoredRow = PlayerRow & Readonly<{ _id: string; receipts: number; isFlagged: boolean }>;

/** A row of the previous table. */
export type RowBefore = Pick<StoredRow, '_id' | 'receipts'> &
  Readonly<Record<'singles' | 'doubles', Readonly<{ figure: number }> | null>>;

/** `ended` is the epoch of the table that replaced this receipt. */
export type StoredReceipt = Receipt &
  Readonly<{ _id: string; epoch: number; ended: number | null }>;

export type Rows = mongoose.mongo.Collection<StoredRow>;
export type Receipts = mongoose.mongo.Collection<StoredReceipt>;

const rowIndexes = [
  ...(['singles', 'doubles'] as const).flatMap((discipline) => [
    { [`${discipline}.rank`]: 1 },
    { [`${discipline}.clay.rank`]: 1 },
    { city: 1, [`${discipline}.cityRank`]: 1 },
  ]),
  { isFlagged: 1, _id: 1 },
] as const;

const receiptIndexes = [
  { playerId: 1, epoch: 1, playedAt: -1, logged: -1 },
  { ended: 1 },
  { epoch: 1 },
] as const;

const notYet = () =>
  new DomainError(
    'store_unavailable',
    'Courtly is still calculating ratings. Please try again in a moment.',
  );

/** A later build has started; only that one may publish. */
export class Overtaken extends Error {}

/**
 * Stores rating tables, each in its own collection, which is not read until the head points to it.
 * Receipts that do not change are shared by consecutive tables.
 */
@Injectable()
export class TableStore {
  private lastSeen: PublishedTable | null = null;

  constructor(private readonly mongo: Mongo) {}

  private get heads() {
    return this.mongo.readModels.collection<Head>('rankings');
  }

  get receipts(): Receipts {
    return this.mongo.readModels.collection<StoredReceipt>(RECEIPTS);
  }

  rows({ collection }: Pick<PublishedTable, 'collection'>): Rows {
    return this.mongo.readModels.collection<StoredRow>(collection);
  }

  /** @throws StoreUnavailable while MongoDB is known to be unavailable */
  async published(): Promise<PublishedTable | null> {
    if (this.mongo.connection.isAway) throw new StoreUnavailable('MongoDB');
    this.lastSeen = (await this.heads.findOne({ _id: HEAD }))?.table ?? null;
    return this.lastSeen;
  }

  /**
   * Reads from the published table; null before the first. A dropped collection looks empty or
   * fails, so this checks the head after the query and repeats it if another table was published.
   */
  async find<T>(
    query: (table: PublishedTable, rows: Rows, receipts: Receipts) => Promise<T>,
  ): Promise<T | null> {
    for (let table = this.lastSeen ?? (await this.published()); table; table = this.lastSeen) {
      const answer = query(table, this.rows(table), this.receipts);
      await Promise.allSettled([answer]);
      if ((await this.published())?.epoch === table.epoch) return answer;
    }
    return null;
  }

  /**
   * The same for lists, which must not appear empty before the first table.
   * @throws DomainError store_unavailable
   */
  async read<T extends object>(
    query: (table: PublishedTable, rows: Rows, receipts: Receipts) => Promise<T>,
  ): Promise<T> {
    const answer = await this.find(query);
    if (!answer) throw notYet();
    return answer;
  }

  /** Starts a build. From now on, no earlier build can publish. */
  async begin(): Promise<Readonly<{ epoch: number; before: PublishedTable | null }>> {
    // Starts at the clock, so that no collection is named like one from before the database was
    // wiped.
    const fresh = { epoch: Date.now(), table: null, previous: null };
    await this.heads.updateOne({ _id: HEAD }, { $setOnInsert: fresh }, { upsert: true });
    const begun = await this.heads.findOneAndUpdate(
      { _id: HEAD },
      { $inc: { epoch: 1 } },
      { returnDocument: 'after' },
    );
    if (!begun) throw new Error('the database was wiped');
    const rows = this.mongo.readModels.collection(`${TABLES}${begun.epoch}`);
    for (const index of rowIndexes) await rows.createIndex(index);
    for (const index of receiptIndexes) await this.receipts.createIndex(index);
    return { epoch: begun.epoch, before: begun.table };
  }

  collectionOf(epoch: number): string {
    return `${TABLES}${epoch}`;
  }

  /** @throws Overtaken */
  async addReceipts(epoch: number, receipts: readonly Receipt[]): Promise<void> {
    if (receipts.length === 0) return;
    await this.stillLast(epoch);
    const documents = receipts.map((one) => ({
      _id: receiptId(epoch, one.playerId, one.matchId),
      epoch,
      ended: null,
      ...one,
    }));
    await this.receipts.insertMany(documents, { ordered: false });
  }

  /** @throws Overtaken */
  async addRows(
    epoch: number,
    rows: readonly Readonly<{ row: PlayerRow; receipts: number }>[],
  ): Promise<void> {
    await this.stillLast(epoch);
    const documents = rows.map(({ row, receipts }) => {
      return { _id: row.playerId, receipts, isFlagged: row.flags.length > 0, ...row };
    });
    await this.rows({ collection: this.collectionOf(epoch) }).insertMany(documents, {
      ordered: false,
    });
  }

  /** The fields of these players' rows that the next table needs. */
  async before(
    table: PublishedTable,
    playerIds: readonly string[],
  ): Promise<ReadonlyMap<string, RowBefore>> {
    const fields = { receipts: 1, 'singles.figure': 1, 'doubles.figure': 1 } as const;
    const filter = { _id: { $in: [...playerIds] } };
    const found = await this.rows(table).find(filter).project<RowBefore>(fields).toArray();
    return new Map(found.map((row) => [row._id, row]));
  }

  async counted(table: PublishedTable, matchId: string, playerId: string): Promise<boolean> {
    const row = await this.rows(table).findOne({ _id: playerId });
    const receipt =
      row && (await this.receipts.findOne({ _id: receiptId(row.receipts, playerId, matchId) }));
    return receipt !== null;
  }

  /** Publishes a table in one write. @throws Overtaken */
  async publish(table: PublishedTable, previous: PublishedTable | null): Promise<void> {
    const filter = { _id: HEAD, epoch: table.epoch };
    const { matchedCount } = await this.heads.updateOne(filter, { $set: { table, previous } });
    if (matchedCount === 0) throw new Overtaken();
  }

  /**
   * After a publication, deletes all tables but this and the previous one, receipts that the
   * previous table replaced, and leftovers of failed builds. If interrupted, the next run completes
   * it.
   * @param replaced players whose receipts were rewritten; null for all
   */
  async tidy(
    table: PublishedTable,
    previous: PublishedTable | null,
    replaced: readonly string[] | null,
  ): Promise<void> {
    const { epoch } = table;
    const older = { epoch: { $lt: epoch }, ended: null };
    if (replaced === null) await this.receipts.updateMany(older, { $set: { ended: epoch } });
    for (const playerIds of chunks(replaced ?? [], 1_000))
      await this.receipts.updateMany(
        { playerId: { $in: playerIds }, ...older },
        { $set: { ended: epoch } },
      );
    await this.receipts.deleteMany({ ended: { $gt: 0, $lt: epoch } });
    await this.receipts.deleteMany({ epoch: { $gt: previous?.epoch ?? 0, $lt: epoch } });
    const found = await this.mongo.readModels.listCollections({}, { nameOnly: true }).toArray();
    for (const { name } of found) {
      const built = name.startsWith(TABLES) ? Number(name.slice(TABLES.length)) : epoch;
      if (built < epoch && name !== previous?.collection)
        await this.mongo.readModels.dropCollection(name);
    }
  }

  private async stillLast(epoch: number): Promise<void> {
    if (!(await this.heads.findOne({ _id: HEAD, epoch }))) throw new Overtaken();
  }
}

const receiptId = (epoch: number, playerId: string, matchId: string) =>
  `${epoch}.${playerId}.${matchId}`;

/** Splits a list into parts of at most `size`. */
export const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
