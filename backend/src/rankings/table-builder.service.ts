import { Injectable } from '@nestjs/common';
import { people } from '../identity/people.projection.js';
import type { Person } from '../identity/person.js';
import { Clock } from '../kernel/clock.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { Streams } from '../kernel/streams.js';
import type { ReadModelCollection } from '../projections/projection.js';
import { ReadModels } from '../projections/read-models.js';
import { THE_FORMULA, formulaInForce } from './formula-in-force.js';
import { type ShownFormula, formulaOf } from './formulas.js';
import { cityKey } from './city-key.js';
import { type RatedMatchDocument, ratedMatches } from './rated-matches.projection.js';
import { RankingFold } from './ranking-fold.js';
import type { Listing, PlayerRow, Receipt } from './ranking-table.js';
import { type PublishedTable, TableStore, chunks } from './table-store.service.js';

type Matches = ReadModelCollection<RatedMatchDocument>;

/** Receipts and rows are written so many at a time. */
const BATCH = 1_000;

const inOrder = { playedAt: 1, logged: 1 } as const;

/** A match changed while the table was being built, which is begun anew. */
class Moved extends Error {}

const TRIES = 5;

/** Builds the table of ratings from all matches that count, beside the one that is read, and lets it take its place. */
@Injectable()
export class TableBuilder {
  constructor(
    private readonly readModels: ReadModels,
    private readonly tables: TableStore,
    private readonly streams: Streams,
    private readonly hashes: KeyedHashes,
    private readonly clock: Clock,
  ) {}

  /**
   * Builds a table and publishes it. What it leaves behind when it is cut off, nobody reads.
   * @throws Overtaken where another build has begun meanwhile
   */
  async build(): Promise<PublishedTable> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.readModels.walk(ratedMatches, (matches) => this.buildFrom(matches));
      } catch (error) {
        if (!(error instanceof Moved) || attempt === TRIES) throw error;
      }
  }

  /** Whether the table shows all there is: every change of a match, the formula in force, and ranges as of this day (UTC). */
  async isUpToDate({ inputPosition, formulaId, publishedAt }: PublishedTable): Promise<boolean> {
    if (publishedAt.slice(0, 10) !== this.clock.instant().slice(0, 10)) return false;
    if ((await this.rules()).formula.id !== formulaId) return false;
    return (await this.readModels.read(ratedMatches, newest)) <= inputPosition;
  }

  private async rules(): Promise<ShownFormula> {
    const { formula, parameters } = await this.streams.load(formulaInForce, THE_FORMULA);
    return formulaOf(formula, parameters);
  }

  private async buildFrom(matches: Matches): Promise<PublishedTable> {
    const { epoch, before } = await this.tables.begin();
    const [inputPosition, rules] = [await this.readModels.position(ratedMatches), await this.rules()];
    const { id: formulaId, parameters } = rules.formula;
    const same = before && before.formulaId === formulaId ? before : null;
    const changed = same ? await changedSince(matches, same.inputPosition) : null;

    let receipts: Receipt[] = [];
    const fold = new RankingFold(rules, (receipt) => {
      if (changed === null || changed.has(receipt.playerId)) receipts.push(receipt);
    });
    for await (const match of matches.find({ counts: true }).sort(inOrder)) {
      fold.take(match);
      if (receipts.length < BATCH) continue;
      await this.tables.addReceipts(epoch, receipts);
      receipts = [];
    }
    await this.tables.addReceipts(epoch, receipts);
    // Nothing may be in the table that the position does not say: a write that was under way shows by now.
    if ((await newest(matches)) > inputPosition) throw new Moved('matches kept changing while ratings were worked out');

    const publishedAt = this.clock.instant();
    const listings = await this.listings();
    const { ranked, rows } = fold.table(Date.parse(publishedAt), (playerId) => listings.get(playerId) ?? null);
    const players = await this.addRows(epoch, rows, same, changed);
    const collection = this.tables.collectionOf(epoch);
    const told = { epoch, collection, formulaId, parameters, inputPosition, publishedAt };
    const table = { ...told, matches: fold.matches, players, ranked };
    await this.tables.publish(table, before);
    await this.tables.tidy(table, before, changed && [...changed]);
    return table;
  }

  private async addRows(
    epoch: number,
    rows: Iterable<PlayerRow>,
    before: PublishedTable | null,
    changed: ReadonlySet<string> | null,
  ): Promise<number> {
    let written = 0;
    const write = async (batch: readonly PlayerRow[]) => {
      const kept = batch.map(({ playerId }) => playerId).filter((playerId) => changed && !changed.has(playerId));
      const epochs = before && kept.length > 0 ? await this.tables.receiptsOf(before, kept) : new Map<string, number>();
      await this.tables.addRows(
        epoch,
        batch.map((row) => ({ row, receipts: epochs.get(row.playerId) ?? epoch })),
      );
      written += batch.length;
    };
    let batch: PlayerRow[] = [];
    for (const row of rows) {
      batch.push(row);
      if (batch.length < BATCH) continue;
      await write(batch);
      batch = [];
    }
    if (batch.length > 0) await write(batch);
    return written;
  }

  /** Everybody who may be listed, with the hash of their city. Who was erased has no e-mail any more. */
  private async listings(): Promise<ReadonlyMap<string, Listing>> {
    const cities = new Map<string, string | null>();
    const cityOf = (homeCity: string) => {
      const known = cities.get(homeCity);
      if (known !== undefined) return known;
      const city = cityKey(this.hashes, homeCity);
      cities.set(homeCity, city);
      return city;
    };
    return this.readModels.walk(people, async (all) => {
      const listings = new Map<string, Listing>();
      const found = all.find({}).project<Pick<Person, 'userId' | 'email' | 'homeCity'>>(listedBy);
      for await (const { userId, email, homeCity } of found)
        if (email !== '') listings.set(userId, { city: cityOf(homeCity) });
      return listings;
    });
  }
}

const listedBy = { userId: 1, email: 1, homeCity: 1 } as const;

/** The position of the last change of any match, empty before the first. */
const newest = async (matches: Matches): Promise<string> => {
  const [last] = await matches
    .find({})
    .sort({ position: -1 })
    .limit(1)
    .project<{ position: string }>({ position: 1 })
    .toArray();
  return last?.position ?? '';
};

/**
 * Whose receipts may differ from those of a table that was built up to a position, by the same formula: nothing before the first match
 * that changed since has any other outcome, and only who plays in one after it is touched.
 */
const changedSince = async (matches: Matches, position: string): Promise<ReadonlySet<string>> => {
  const players = new Set<string>();
  let first: string | null = null;
  const needed = { playedAt: 1, playerIds: 1 } as const;
  type Needed = Pick<RatedMatchDocument, 'playedAt' | 'playerIds'>;
  for await (const match of matches.find({ position: { $gt: position } }).project<Needed>(needed)) {
    for (const playerId of match.playerIds) players.add(playerId);
    if (first === null || match.playedAt < first) first = match.playedAt;
  }
  if (first === null) return players;
  for await (const { playerIds } of matches.find({ counts: true, playedAt: { $gte: first } }).project<Needed>(needed))
    for (const playerId of playerIds) players.add(playerId);
  return players;
};
