import { Injectable } from '@nestjs/common';
import { people } from '../../people/identity/people.projection.js';
import type { Person } from '../../people/identity/person.js';
import { Clock } from '../../platform/kernel/clock.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { UpdatePublisher } from '../../platform/projections/update-publisher.js';
import { THE_FORMULA, formulaInForce } from './formula-in-force.js';
import { type ShownFormula, formulaOf } from './formulas.js';
import { type Changes, type Matches, changedSince, newestChange } from './changed-matches.js';
import { cityKey } from './city-key.js';
import { ratedMatches } from './rated-matches.projection.js';
import {
  type Corrections,
  type Moved,
  mostMoved,
  movedBetween,
  ratingCorrection,
} from './rating-correction.js';
import { RankingFold } from './ranking-fold.js';
import type { Listing, PlayerRow, Receipt } from './ranking-table.js';
import { type PublishedTable, TableStore, chunks } from './table-store.service.js';

/** Receipts and rows per write. */
const BATCH = 1_000;

const inOrder = { playedAt: 1, logged: 1 } as const;

/** A match changed during a build; the build must start over. */
export class Unsteady extends Error {}

const TRIES = 5;

/**
 * Builds the rating table from all counted matches, next to the published one, and then replaces
 * it.
 */
@Injectable()
export class TableBuilder {
  constructor(
    private readonly readModels: ReadModels,
    private readonly tables: TableStore,
    private readonly streams: Streams,
    private readonly commands: CommandHandling,
    private readonly hashes: KeyedHashes,
    private readonly clock: Clock,
    private readonly updates: UpdatePublisher,
  ) {}

  /**
   * Builds and publishes a table. What an interrupted build leaves behind is never read.
   * @throws Overtaken if another build has started, Unsteady if matches kept changing
   */
  async build(): Promise<PublishedTable> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.readModels.walk(ratedMatches, (matches) => this.buildFrom(matches));
      } catch (error) {
        if (!(error instanceof Unsteady) || attempt === TRIES) throw error;
      }
  }

  /**
   * Whether the table includes every match change, uses the formula in force, and was built today
   * (UTC).
   */
  async isUpToDate({ inputPosition, formulaId, publishedAt }: PublishedTable): Promise<boolean> {
    if (publishedAt.slice(0, 10) !== this.clock.instant().slice(0, 10)) return false;
    if ((await this.rules()).formula.id !== formulaId) return false;
    return (await this.readModels.read(ratedMatches, newestChange)) <= inputPosition;
  }

  private async rules(): Promise<ShownFormula & Readonly<{ name: string }>> {
    const { formula, parameters } = await this.streams.load(formulaInForce, THE_FORMULA);
    return { name: formula, ...formulaOf(formula, parameters) };
  }

  private async buildFrom(matches: Matches): Promise<PublishedTable> {
    const { epoch, before } = await this.tables.begin();
    // Records corrections that the previous build did not; each is recorded once.
    if (before) await this.tell(before);
    const [inputPosition, rules] = [
      await this.readModels.position(ratedMatches),
      await this.rules(),
    ];
    const { id: formulaId, parameters } = rules.formula;
    const same = before && before.formulaId === formulaId ? before : null;
    const changes = same && (await changedSince(matches, same.inputPosition));
    const fold = await this.rate(matches, rules, epoch, changes);
    // The table may not contain changes after its position; a write in progress shows by now.
    if ((await newestChange(matches)) > inputPosition)
      throw new Unsteady('matches kept changing during the build');

    const publishedAt = this.clock.instant();
    const listings = await this.listings(fold.playerIds());
    const { ranked, rows } = fold.table(
      Date.parse(publishedAt),
      (playerId) => listings.get(playerId) ?? null,
    );
    const withdrawn = same && changes && (await this.withdrawn(same, changes));
    const { players, moved } = await this.addRows(epoch, rows, same, changes);
    const corrections = withdrawn ? [{ match: withdrawn, moved: mostMoved(moved) }] : [];
    const collection = this.tables.collectionOf(epoch);
    const told = {
      epoch,
      collection,
      formula: rules.name,
      formulaId,
      parameters,
      inputPosition,
      publishedAt,
    };
    const table = { ...told, matches: fold.matches, players, ranked, corrections };
    await this.tables.publish(table, before);
    await this.updates.announceTable('rankings');
    await this.tables.tidy(table, before, changes && [...changes.players]);
    await this.tell(table);
    return table;
  }

  /** Rates all matches and writes the receipts that may have changed. */
  private async rate(
    matches: Matches,
    rules: ShownFormula,
    epoch: number,
    changes: Changes | null,
  ): Promise<RankingFold> {
    let receipts: Receipt[] = [];
    const fold = new RankingFold(rules, (receipt) => {
      if (changes === null || changes.players.has(receipt.playerId)) receipts.push(receipt);
    });
    for await (const match of matches.find({ counts: true }).sort(inOrder).batchSize(BATCH)) {
      fold.take(match);
      if (receipts.length < BATCH) continue;
      await this.tables.addReceipts(epoch, receipts);
      receipts = [];
    }
    await this.tables.addReceipts(epoch, receipts);
    return fold;
  }

  /**
   * Writes all rows. Returns their number, and the changed figures of players in no changed match.
   */
  private async addRows(
    epoch: number,
    rows: Iterable<PlayerRow>,
    before: PublishedTable | null,
    changes: Changes | null,
  ): Promise<Readonly<{ players: number; moved: readonly Moved[] }>> {
    let players = 0;
    let moved: Moved[] = [];
    const write = async (batch: readonly PlayerRow[]) => {
      const known =
        before &&
        (await this.tables.before(
          before,
          batch.map(({ playerId }) => playerId),
        ));
      const receiptsOf = ({ playerId }: PlayerRow) =>
        changes?.players.has(playerId) ? epoch : (known?.get(playerId)?.receipts ?? epoch);
      await this.tables.addRows(
        epoch,
        batch.map((row) => ({ row, receipts: receiptsOf(row) })),
      );
      for (const row of batch) {
        const was = changes?.own.has(row.playerId) ? undefined : known?.get(row.playerId);
        if (was) moved.push(...movedBetween(row.playerId, was, row));
      }
      moved = mostMoved(moved);
      players += batch.length;
    };
    let batch: PlayerRow[] = [];
    for (const row of rows) {
      batch.push(row);
      if (batch.length < BATCH) continue;
      await write(batch);
      batch = [];
    }
    if (batch.length > 0) await write(batch);
    return { players, moved };
  }

  /** The first match that counted in the previous table and no longer does. */
  private async withdrawn(
    before: PublishedTable,
    { uncounted }: Changes,
  ): Promise<Corrections['match'] | null> {
    for (const { matchId, courtId, playedAt, zone, loggerId } of uncounted)
      if (await this.tables.counted(before, matchId, loggerId))
        return { matchId, courtId, playedAt, zone };
    return null;
  }

  private async tell({
    epoch,
    corrections,
    formulaId,
    publishedAt: at,
  }: PublishedTable): Promise<void> {
    for (const correction of corrections) {
      const command = { type: 'TellOfCorrection', data: { ...correction, formulaId, at } } as const;
      const context = systemContext(`ratings.${epoch}.${correction.match.matchId}`, at);
      await this.commands.handle(ratingCorrection, correction.match.matchId, command, context);
    }
  }

  /** Listed players with the hash of their city. Erased users have no email. */
  private async listings(playerIds: readonly string[]): Promise<ReadonlyMap<string, Listing>> {
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
      for (const ids of chunks(playerIds, BATCH)) {
        const found = all
          .find({ _id: { $in: ids } })
          .project<Listed>({ userId: 1, email: 1, homeCity: 1 });
        for await (const { userId, email, homeCity } of found)
          if (email !== '') listings.set(userId, { city: cityOf(homeCity) });
      }
      return listings;
    });
  }
}

type Listed = Pick<Person, 'userId' | 'email' | 'homeCity'>;
