import { RANK_COMPARISON_DAYS } from '@courtly/contracts/ranking-limits';
import { Injectable } from '@nestjs/common';
import { visibleFields } from '../../people/identity/page-privacy.js';
import { people } from '../../people/identity/people.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { UpdatePublisher } from '../../platform/projections/update-publisher.js';
import {
  FORMULA_STREAM_ID,
  areDefaults,
  formulaInForce,
  formulaInForceAt,
} from './formula-in-force.js';
import { DEFAULT_FORMULA, type ShownFormula, configuredFormula } from './formulas.js';
import {
  type MatchChanges,
  type RatedMatchCollection,
  changedSince,
  newestChange,
} from './changed-matches.js';
import { type LocalArea, areaName, localAreaOf, meantAreas } from './local-area.js';
import { type ListedPerson, isListed, listedFields } from './listed-people.js';
import { rankingReviews } from './ranking-reviews.projection.js';
import { ratedMatches } from './rated-matches.projection.js';
import {
  type FigureChange,
  type MatchCorrections,
  largestChanges,
  changesBetween,
  ratingCorrection,
} from './rating-correction.js';
import { RankingFold } from './ranking-fold.js';
import {
  type PlayerListing,
  type PlayerRow,
  type Receipt,
  areaKey,
  rowIdOf,
} from './ranking-table.js';
import { type PublishedTable, TableStore, splitInto } from './table-store.service.js';

const BATCH_SIZE = 1_000;

const ratingOrder = { playedAt: 1, logged: 1 } as const;

/** A match changed during a build, so the build must start over. */
export class Unsteady extends Error {}

const BUILD_ATTEMPTS = 5;

/**
 * Builds the rating table from all counted matches, next to the published table, and then replaces
 * that one.
 */
@Injectable()
export class TableBuilder {
  constructor(
    private readonly readModels: ReadModels,
    private readonly tableStore: TableStore,
    private readonly streams: Streams,
    private readonly commandHandling: CommandHandling,
    private readonly keyedHashes: KeyedHashes,
    private readonly clock: Clock,
    private readonly updatePublisher: UpdatePublisher,
  ) {}

  /**
   * Builds and publishes a table. Nothing reads what an interrupted build leaves behind.
   * @throws Overtaken if another build has started, Unsteady if matches keep changing
   */
  async build(): Promise<PublishedTable> {
    await this.adoptDefault();
    for (let attempt = 1; ; attempt++)
      try {
        return await this.readModels.walk(ratedMatches, (matchCollection) =>
          this.buildFrom(matchCollection),
        );
      } catch (error) {
        if (!(error instanceof Unsteady) || attempt === BUILD_ATTEMPTS) throw error;
      }
  }

  /** Adopts the default formula until an admin adopts one, so that the log has its date. */
  private async adoptDefault(): Promise<void> {
    const context = systemContext(`ratings.default.${DEFAULT_FORMULA}`, this.clock.instant());
    const streamName = `${formulaInForce.category}-${FORMULA_STREAM_ID}`;
    const adoptions = await this.streams.events(streamName);
    if (!areDefaults(adoptions, context.actor.id)) return;
    const adoption = {
      formula: DEFAULT_FORMULA,
      parameters: {},
      expectedCurrent: formulaInForceAt(adoptions, null).formulaId,
      adoptedBy: context.actor.id,
      reason: 'The default formula of this release.',
      at: context.at,
    };
    await this.commandHandling.handle(
      formulaInForce,
      FORMULA_STREAM_ID,
      { type: 'AdoptDefaultFormula', data: adoption },
      context,
    );
  }

  /**
   * Whether the table includes every match change, uses the formula in force, and was built today
   * (UTC).
   */
  async isUpToDate({ inputPosition, formulaId, publishedAt }: PublishedTable): Promise<boolean> {
    if (publishedAt.slice(0, 10) !== this.clock.instant().slice(0, 10)) return false;
    if ((await this.formulaRules()).formula.id !== formulaId) return false;
    return (await this.readModels.read(ratedMatches, newestChange)) <= inputPosition;
  }

  private async formulaRules(): Promise<ShownFormula & Readonly<{ name: string }>> {
    const { formula, parameters } = await this.streams.load(formulaInForce, FORMULA_STREAM_ID);
    return { name: formula, ...configuredFormula(formula, parameters) };
  }

  private async buildFrom(matchCollection: RatedMatchCollection): Promise<PublishedTable> {
    const { epoch, previousTable } = await this.tableStore.begin();
    // Records the corrections that the previous build did not record. Each is recorded only once.
    if (previousTable) await this.recordCorrections(previousTable);
    const inputPosition = await this.readModels.position(ratedMatches);
    const formulaRules = await this.formulaRules();
    const { id: formulaId, parameters } = formulaRules.formula;
    const comparableTable =
      previousTable && previousTable.formulaId === formulaId ? previousTable : null;
    const matchChanges =
      comparableTable && (await changedSince(matchCollection, comparableTable.inputPosition));
    const comparedAt = new Date(this.clock.now() - RANK_COMPARISON_DAYS * DAY_MS).toISOString();
    const rankingFold = await this.rateMatches(
      matchCollection,
      { ...formulaRules, comparedAt },
      epoch,
      matchChanges,
    );
    // The table must not contain changes after its position. A write that was in progress is
    // visible by now.
    if ((await newestChange(matchCollection)) > inputPosition)
      throw new Unsteady('matches kept changing during the build');

    const publishedAt = this.clock.instant();
    const { listingByPlayer, meantAreas } = await this.listingByPlayer(
      rankingFold.ratedPlayerIds(),
    );
    const { ranked, rows } = rankingFold.rankingTable(
      Date.parse(publishedAt),
      (playerId) => listingByPlayer.get(playerId) ?? null,
    );
    const withdrawnMatches =
      comparableTable && matchChanges
        ? await this.firstWithdrawn(comparableTable, matchChanges)
        : [];
    const { players, figureChanges } = await this.addRows(
      epoch,
      rows,
      comparableTable,
      matchChanges,
    );
    const builtTable = {
      epoch,
      collection: this.tableStore.collectionOf(epoch),
      formula: formulaRules.name,
      formulaId,
      parameters,
      inputPosition,
      publishedAt,
      comparedAt,
      matches: rankingFold.matchCount,
      players,
      ranked,
      meantAreas,
      corrections: withdrawnMatches.map((match) => ({
        match,
        moved: figureChanges.filter(({ sport }) => sport === match.sport),
      })),
    };
    await this.tableStore.publish(builtTable, previousTable);
    await this.updatePublisher.announceTable('rankings');
    await this.tableStore.deleteUnused(
      builtTable,
      previousTable,
      matchChanges && [...matchChanges.players],
    );
    await this.recordCorrections(builtTable);
    return builtTable;
  }

  /** Rates all matches, and writes the receipts that may have changed. */
  private async rateMatches(
    matchCollection: RatedMatchCollection,
    { comparedAt, ...currentFormula }: ShownFormula & Readonly<{ comparedAt: string }>,
    buildEpoch: number,
    matchChanges: MatchChanges | null,
  ): Promise<RankingFold> {
    let ratingReceipts: Receipt[] = [];
    const rankingFold = new RankingFold(currentFormula, {
      comparedAt,
      onReceipt(ratingReceipt) {
        if (matchChanges === null || matchChanges.players.has(ratingReceipt.playerId))
          ratingReceipts.push(ratingReceipt);
      },
    });
    for await (const matchDocument of matchCollection
      .find({ counts: true })
      .sort(ratingOrder)
      .batchSize(BATCH_SIZE)) {
      rankingFold.rateDocument(matchDocument);
      if (ratingReceipts.length < BATCH_SIZE) continue;
      await this.tableStore.addReceipts(buildEpoch, ratingReceipts);
      ratingReceipts = [];
    }
    await this.tableStore.addReceipts(buildEpoch, ratingReceipts);
    return rankingFold;
  }

  /**
   * Writes all rows. Returns their number, and the changed figures of players who did not play in a
   * changed match.
   */
  private async addRows(
    buildEpoch: number,
    playerRows: Iterable<PlayerRow>,
    previousTable: PublishedTable | null,
    matchChanges: MatchChanges | null,
  ): Promise<Readonly<{ players: number; figureChanges: readonly FigureChange[] }>> {
    let playerCount = 0;
    let figureChanges: FigureChange[] = [];
    const writeBatch = async (rowBatch: readonly PlayerRow[]) => {
      const rowsBefore =
        previousTable && (await this.tableStore.rowsBefore(previousTable, rowBatch.map(rowIdOf)));
      const receiptsOf = (playerRow: PlayerRow) =>
        matchChanges?.players.has(playerRow.playerId)
          ? buildEpoch
          : (rowsBefore?.get(rowIdOf(playerRow))?.receipts ?? buildEpoch);
      await this.tableStore.addRows(
        buildEpoch,
        rowBatch.map((playerRow) => ({ row: playerRow, receipts: receiptsOf(playerRow) })),
      );
      for (const playerRow of rowBatch) {
        const rowBefore = matchChanges?.own.has(rowIdOf(playerRow))
          ? undefined
          : rowsBefore?.get(rowIdOf(playerRow));
        if (rowBefore) figureChanges.push(...changesBetween(rowBefore, playerRow));
      }
      figureChanges = largestChanges(figureChanges);
      playerCount += rowBatch.length;
    };
    let batch: PlayerRow[] = [];
    for (const playerRow of playerRows) {
      batch.push(playerRow);
      if (batch.length < BATCH_SIZE) continue;
      await writeBatch(batch);
      batch = [];
    }
    if (batch.length > 0) await writeBatch(batch);
    return { players: playerCount, figureChanges };
  }

  /** The first match of each sport that counted in the previous table but no longer does. */
  private async firstWithdrawn(previousTable: PublishedTable, { uncounted }: MatchChanges) {
    const withdrawnMatches: MatchCorrections['match'][] = [];
    for (const { matchId, courtId, playedAt, zone, loggerId: playerId, sport } of uncounted)
      if (
        !withdrawnMatches.some((withdrawnMatch) => withdrawnMatch.sport === sport) &&
        (await this.tableStore.countedIn(previousTable, matchId, { sport, playerId }))
      )
        withdrawnMatches.push({ matchId, courtId, playedAt, zone, sport });
    return withdrawnMatches;
  }

  private async recordCorrections({
    epoch,
    corrections,
    formulaId,
    publishedAt: at,
  }: PublishedTable): Promise<void> {
    for (const correction of corrections) {
      const { matchId } = correction.match;
      await this.commandHandling.handle(
        ratingCorrection,
        matchId,
        { type: 'RecordCorrections', data: { ...correction, formulaId, at } },
        systemContext(`ratings.${epoch}.${matchId}`, at),
      );
    }
  }

  /**
   * The listed players, with the hash of their area if strangers see it. Erased users have no
   * email. Suspended and hidden players and those without a verified email are not listed.
   */
  private async listingByPlayer(playerIds: readonly string[]) {
    const hiddenIds = await this.readModels.read(rankingReviews, (collection) =>
      collection.distinct('_id', { isHidden: true }),
    );
    const hiddenPlayers = new Set(hiddenIds);
    const areaByPlayer = await this.readModels.walk(people, async (collection) => {
      const areaByPlayer = new Map<string, LocalArea | null>();
      for (const playerIdBatch of splitInto(playerIds, BATCH_SIZE)) {
        const listedPeople = collection
          .find({ _id: { $in: playerIdBatch } })
          .project<ListedPerson>(listedFields);
        for await (const listedPerson of listedPeople)
          if (isListed(listedPerson) && !hiddenPlayers.has(listedPerson.userId))
            areaByPlayer.set(
              listedPerson.userId,
              visibleFields(listedPerson, 'stranger').about
                ? localAreaOf(listedPerson.homeCity)
                : null,
            );
      }
      return areaByPlayer;
    });
    const meant = meantAreas([...areaByPlayer.values()].filter((area) => area !== null));
    const keyByName = new Map<string, string>();
    const keyOf = (name: string) => {
      const key = keyByName.get(name) ?? areaKey(this.keyedHashes, name);
      keyByName.set(name, key);
      return key;
    };
    const listingByPlayer = new Map<string, PlayerListing>();
    for (const [playerId, area] of areaByPlayer) {
      const name = area && areaName(area);
      listingByPlayer.set(playerId, { city: name && keyOf(meant.get(name) ?? name) });
    }
    const keysOfMeant = [...meant].map(([town, name]) => [keyOf(town), keyOf(name)]);
    return { listingByPlayer, meantAreas: Object.fromEntries(keysOfMeant) };
  }
}
