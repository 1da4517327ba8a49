import type { Discipline } from '@courtly/contracts/matches';
import type { RatedMatch } from '../ratings/formula.js';
import { type Receipt as Change, RatingFold } from '../ratings/fold.js';
import type { ShownFormula } from './formulas.js';
import { ranksOf } from './ranks.js';
import {
  type PlayerRecord,
  type Tally,
  addMatch,
  emptyRecord,
  resultFor,
} from './player-record.js';
import type { DisciplineRow, Listing, PlayerRow, Ranked, Receipt } from './ranking-table.js';
import { type RatedMatchDocument, asRated } from './rated-matches.projection.js';
import { flagsOf } from './rating-flags.js';

/** The number of courts listed per player, by matches. */
const MOST_COURTS = 24;

export const disciplines: readonly Discipline[] = ['singles', 'doubles'];

/**
 * Builds the table of ratings, ranks, and records from matches in rating order. Memory grows with
 * players, not matches.
 */
export class RankingFold {
  private readonly ratings: RatingFold;
  private readonly records = new Map<string, PlayerRecord>();
  private match: Readonly<{ document: RatedMatchDocument; rated: RatedMatch }> | null = null;
  matches = 0;

  /** @param onReceipt receives the receipts of each match, in order */
  constructor(
    private readonly rules: ShownFormula,
    private readonly onReceipt?: (receipt: Receipt) => void,
  ) {
    this.ratings = new RatingFold(
      rules.formula,
      onReceipt ? { onReceipt: (change) => this.tell(change) } : {},
    );
  }

  take(document: RatedMatchDocument): void {
    const rated = asRated(document);
    if (!rated) return;
    this.match = { document, rated };
    this.ratings.rate(rated);
    this.matches++;
    for (const side of [0, 1] as const)
      for (const playerId of rated.sides[side]) {
        const record = this.records.get(playerId) ?? emptyRecord();
        this.records.set(playerId, record);
        addMatch(record, rated, {
          side,
          courtId: document.courtId,
          isLogger: playerId === document.loggerId,
        });
      }
  }

  /** Everyone who played a match that counts. */
  playerIds(): string[] {
    return [...this.records.keys()];
  }

  /**
   * All rows as of an instant (UTC, milliseconds), and the number of ranked players.
   * @param listing null for players who are not listed
   */
  table(
    at: number,
    listing: (playerId: string) => Listing | null,
  ): Readonly<{ ranked: Ranked; rows: Iterable<PlayerRow> }> {
    const cityOf = (playerId: string) => listing(playerId)?.city ?? null;
    const ranks = Object.fromEntries(
      disciplines.map((one) => [one, this.ranksIn(one, at, listing)]),
    ) as Ranks;
    const rows = function* (this: RankingFold): Generator<PlayerRow> {
      for (const [playerId, record] of this.records) {
        const row = (one: Discipline) =>
          this.disciplineRow(one, playerId, record[one], at, ranks[one]);
        const { wins, losses, draws, streak, longestStreak } = record.all;
        yield {
          playerId,
          city: cityOf(playerId),
          singles: row('singles'),
          doubles: row('doubles'),
          wins,
          losses,
          draws,
          streak,
          longestStreak,
          courts: mostPlayed(record.courts),
          courtsPlayed: record.courts.size,
          flags: flagsOf(record),
        };
      }
    };
    const ranked = Object.fromEntries(
      disciplines.map((one) => [
        one,
        { all: ranks[one].all.rank.size, clay: ranks[one].clay.rank.size },
      ]),
    ) as Ranked;
    return { ranked, rows: { [Symbol.iterator]: rows.bind(this) } };
  }

  private ranksIn(
    discipline: Discipline,
    at: number,
    listing: (playerId: string) => Listing | null,
  ) {
    const { shown, shownOn } = this.rules;
    const listed = [...this.ratings.players(discipline)].flatMap(([playerId, rating]) => {
      const city = listing(playerId);
      return city ? [{ playerId, rating, city: city.city }] : [];
    });
    return {
      all: ranksOf(
        listed.map(({ playerId, rating, city }) => ({ playerId, city, shown: shown(rating, at) })),
      ),
      clay: ranksOf(
        listed.map(({ playerId, rating }) => ({
          playerId,
          city: null,
          shown: shownOn(rating, 'clay', at),
        })),
      ),
    };
  }

  private disciplineRow(
    discipline: Discipline,
    playerId: string,
    tally: Tally | null,
    at: number,
    { all, clay }: Ranks['singles'],
  ) {
    const rating = this.ratings.rating(discipline, playerId);
    if (!rating || !tally) return null;
    const { wins, losses, draws, streak } = tally;
    const surfaces = [...rating.surfaces.keys()].map((surface) => ({
      surface,
      ...this.rules.shownOn(rating, surface, at),
    }));
    const onClay = surfaces.find(({ surface }) => surface === 'clay');
    const row: DisciplineRow = {
      ...this.rules.shown(rating, at),
      rank: all.rank.get(playerId) ?? null,
      cityRank: all.cityRank.get(playerId) ?? null,
      wins,
      losses,
      draws,
      streak,
      surfaces,
      clay: onClay ? { ...withoutSurface(onClay), rank: clay.rank.get(playerId) ?? null } : null,
    };
    return row;
  }

  private tell({
    playerId,
    discipline,
    before,
    after,
    expected,
    actual,
    weight,
    held,
    formula,
  }: Change) {
    const { document, rated } = this.match!;
    const { matchId, courtId, zone, playedAt, surface, logged } = document;
    const side = rated.sides[0].includes(playerId) ? 0 : 1;
    const [own, others] = side === 0 ? rated.sides : [rated.sides[1], rated.sides[0]];
    this.onReceipt!({
      playerId,
      matchId,
      courtId,
      zone,
      playedAt,
      logged,
      surface,
      discipline,
      formula,
      held,
      expected,
      actual,
      gamesWon: rated.games[side],
      gamesLost: rated.games[side === 0 ? 1 : 0],
      result: resultFor(rated, side),
      partnerId: own.find((one) => one !== playerId) ?? null,
      opponentIds: others,
      weight: { value: weight.value, reasons: [...weight.reasons] },
      before: this.rules.skill(before.skill, rated.playedAt),
      after: this.rules.skill(after.skill, rated.playedAt),
    });
  }
}

type Ranks = Record<Discipline, ReturnType<RankingFold['ranksIn']>>;

const withoutSurface = <T extends Readonly<{ surface: string }>>({ surface: _, ...shown }: T) =>
  shown;

const mostPlayed = (courts: ReadonlyMap<string, number>) =>
  [...courts]
    .sort(([a, times], [b, others]) => others - times || (a < b ? -1 : 1))
    .slice(0, MOST_COURTS)
    .map(([courtId, matches]) => ({ courtId, matches }));
