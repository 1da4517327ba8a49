import type { Discipline } from '@courtly/contracts/matches';
import { Sport } from '@courtly/contracts/sport';
import type { RatedMatch } from '../ratings/formula.js';
import { type Receipt as RatingChange, RatingFold } from '../ratings/fold.js';
import type { ShownFormula } from './formulas.js';
import { type RankCandidate, type Ranks, ranksOf } from './ranks.js';
import { rankingOf } from './rank-evidence.js';
import {
  type PlayerRecord,
  type ResultTally,
  addMatch,
  emptyRecord,
  resultForSide,
} from './player-record.js';
import type {
  DisciplineRow,
  PlayerListing,
  PlayerRow,
  RankedBySport,
  RankedCounts,
  Receipt,
} from './ranking-table.js';
import { type RatedMatchDocument, toRatedMatch } from './rated-matches.projection.js';
import { flagsOf } from './rating-flags.js';

/** The maximum number of courts listed per player: those with the most matches. */
const MOST_COURTS = 24;

export const disciplines: readonly Discipline[] = ['singles', 'doubles'];

type FoldOptions = Readonly<{
  /** Receives the receipts of each match, in order. */
  onReceipt?: (ratingReceipt: Receipt) => void;
  /** Rows also have the rank after the matches played by this instant (UTC). */
  comparedAt?: string;
}>;

/**
 * Builds the tables of ratings, ranks, and records from matches in rating order, one per sport.
 * Memory grows with the number of players, not of matches.
 */
export class RankingFold {
  private readonly foldBySport: Readonly<Record<Sport, SportFold>>;

  constructor(shownFormula: ShownFormula, foldOptions: FoldOptions = {}) {
    this.foldBySport = {
      tennis: new SportFold('tennis', shownFormula, foldOptions),
      pickleball: new SportFold('pickleball', shownFormula, foldOptions),
    };
  }

  rateDocument(matchDocument: RatedMatchDocument): void {
    this.foldBySport[matchDocument.sport].rateDocument(matchDocument);
  }

  get matchCount(): number {
    return this.sum(({ matchCount }) => matchCount);
  }

  /** The number of rows: one per player and sport. */
  get rowCount(): number {
    return this.sum((sportFold) => sportFold.ratedPlayerIds().length);
  }

  ratedPlayerIds(): string[] {
    const playerIds = this.folds().flatMap((sportFold) => sportFold.ratedPlayerIds());
    return [...new Set(playerIds)];
  }

  /**
   * All rows as of an instant (UTC, milliseconds), and the number of ranked players.
   * @param listingOf returns null for players who are not listed
   */
  rankingTable(
    timestamp: number,
    listingOf: (playerId: string) => PlayerListing | null,
  ): Readonly<{ ranked: RankedBySport; rows: Iterable<PlayerRow> }> {
    const [tennis, pickleball] = (['tennis', 'pickleball'] as const).map((sport) =>
      this.foldBySport[sport].rankingTable(timestamp, listingOf),
    ) as [SportTable, SportTable];
    const playerRows = function* (): Generator<PlayerRow> {
      yield* tennis.rows;
      yield* pickleball.rows;
    };
    return {
      ranked: { tennis: tennis.ranked, pickleball: pickleball.ranked },
      rows: { [Symbol.iterator]: playerRows },
    };
  }

  private folds(): SportFold[] {
    return Sport.options.map((sport) => this.foldBySport[sport]);
  }

  private sum(countOf: (sportFold: SportFold) => number): number {
    return this.folds().reduce((subtotal, sportFold) => subtotal + countOf(sportFold), 0);
  }
}

type SportTable = Readonly<{ ranked: RankedCounts; rows: Iterable<PlayerRow> }>;

/** The table of one sport. */
class SportFold {
  private readonly ratingFold: RatingFold;
  private readonly recordByPlayer = new Map<string, PlayerRecord>();
  private currentMatch: Readonly<{ document: RatedMatchDocument; rated: RatedMatch }> | null = null;
  private boundsBefore: DisciplineBounds | null = null;
  matchCount = 0;

  constructor(
    private readonly sport: Sport,
    private readonly shownFormula: ShownFormula,
    private readonly foldOptions: FoldOptions,
  ) {
    this.ratingFold = new RatingFold(
      shownFormula.formula,
      foldOptions.onReceipt ? { onReceipt: (ratingChange) => this.emitReceipt(ratingChange) } : {},
    );
  }

  rateDocument(matchDocument: RatedMatchDocument): void {
    const ratedMatch = toRatedMatch(matchDocument);
    if (!ratedMatch) return;
    const { comparedAt } = this.foldOptions;
    if (comparedAt !== undefined && matchDocument.playedAt > comparedAt)
      this.boundsBefore ??= this.boundsIn(Date.parse(comparedAt));
    this.currentMatch = { document: matchDocument, rated: ratedMatch };
    this.ratingFold.rateMatch(ratedMatch);
    this.matchCount++;
    for (const sideIndex of [0, 1] as const)
      for (const playerId of ratedMatch.sides[sideIndex]) {
        const playerRecord = this.recordByPlayer.get(playerId) ?? emptyRecord();
        this.recordByPlayer.set(playerId, playerRecord);
        addMatch(playerRecord, ratedMatch, {
          side: sideIndex,
          courtId: matchDocument.courtId,
          isLogger: playerId === matchDocument.loggerId,
        });
      }
  }

  ratedPlayerIds(): string[] {
    return [...this.recordByPlayer.keys()];
  }

  rankingTable(
    timestamp: number,
    listingOf: (playerId: string) => PlayerListing | null,
  ): SportTable {
    const cityOfPlayer = (playerId: string) => listingOf(playerId)?.city ?? null;
    const { comparedAt } = this.foldOptions;
    const boundsBefore =
      comparedAt === undefined
        ? emptyBounds
        : (this.boundsBefore ?? this.boundsIn(Date.parse(comparedAt)));
    const ranksByDiscipline = listedRanks(this.boundsIn(timestamp), listingOf);
    const ranksBefore = listedRanks(boundsBefore, listingOf);
    const playerRows = function* (this: SportFold): Generator<PlayerRow> {
      for (const [playerId, playerRecord] of this.recordByPlayer) {
        const rowFor = (rankedDiscipline: Discipline) =>
          this.disciplineRow(
            rankedDiscipline,
            playerId,
            playerRecord[rankedDiscipline],
            timestamp,
            { now: ranksByDiscipline[rankedDiscipline], before: ranksBefore[rankedDiscipline] },
          );
        const { wins, losses, draws, streak, longestStreak } = playerRecord.all;
        yield {
          sport: this.sport,
          playerId,
          city: cityOfPlayer(playerId),
          singles: rowFor('singles'),
          doubles: rowFor('doubles'),
          wins,
          losses,
          draws,
          streak,
          longestStreak,
          courts: mostPlayed(playerRecord.courts),
          courtsPlayed: playerRecord.courts.size,
          flags: flagsOf(playerRecord),
        };
      }
    };
    const rankedCounts = Object.fromEntries(
      disciplines.map((rankedDiscipline) => [
        rankedDiscipline,
        {
          all: ranksByDiscipline[rankedDiscipline].all.inClub.size,
          clay: ranksByDiscipline[rankedDiscipline].clay.inClub.size,
        },
      ]),
    ) as RankedCounts;
    return { ranked: rankedCounts, rows: { [Symbol.iterator]: playerRows.bind(this) } };
  }

  /** The bounds of all players after the matches rated so far, as of an instant. */
  private boundsIn(timestamp: number): DisciplineBounds {
    const { shown, shownOn } = this.shownFormula;
    const boundsOf = (matchDiscipline: Discipline): RankingBounds => {
      const bounds: Record<keyof RankingBounds, PlayerBound[]> = { all: [], clay: [] };
      for (const [playerId, rating] of this.ratingFold.allRatings(matchDiscipline)) {
        const rankEvidence = this.ratingFold.rankEvidence(matchDiscipline, playerId, timestamp);
        const shownRatings = {
          all: shown(rating, timestamp),
          clay: shownOn(rating, 'clay', timestamp),
        };
        for (const ranking of ['all', 'clay'] as const)
          bounds[ranking].push({ playerId, ...rankingOf(shownRatings[ranking], rankEvidence) });
      }
      return bounds;
    };
    return { singles: boundsOf('singles'), doubles: boundsOf('doubles') };
  }

  private disciplineRow(
    matchDiscipline: Discipline,
    playerId: string,
    resultTally: ResultTally | null,
    timestamp: number,
    { now, before }: Readonly<Record<'now' | 'before', RankingRanks>>,
  ) {
    const playerRating = this.ratingFold.rating(matchDiscipline, playerId);
    if (!playerRating || !resultTally) return null;
    const { wins, losses, draws, streak } = resultTally;
    const surfaceRatings = [...playerRating.surfaces.keys()].map((surfaceName) => ({
      surface: surfaceName,
      ...this.shownFormula.shownOn(playerRating, surfaceName, timestamp),
    }));
    const clayRating = surfaceRatings.find(({ surface }) => surface === 'clay');
    const shownRating = this.shownFormula.shown(playerRating, timestamp);
    const rankEvidence = this.ratingFold.rankEvidence(matchDiscipline, playerId, timestamp);
    const [clubRank, cityRank] = [now.all.inClub.get(playerId), now.all.inCity.get(playerId)];
    const filledRow: DisciplineRow = {
      ...shownRating,
      rank: clubRank?.rank ?? null,
      place: clubRank?.place ?? null,
      rankBefore: before.all.inClub.get(playerId)?.rank ?? null,
      cityRank: cityRank?.rank ?? null,
      cityPlace: cityRank?.place ?? null,
      cityRankBefore: before.all.inCity.get(playerId)?.rank ?? null,
      rankBound: rankingOf(shownRating, rankEvidence).rankBound,
      missingOpponents: rankEvidence?.missingOpponents ?? 0,
      wins,
      losses,
      draws,
      streak,
      surfaces: surfaceRatings,
      clay: clayRating
        ? {
            ...withoutSurface(clayRating),
            rank: now.clay.inClub.get(playerId)?.rank ?? null,
            place: now.clay.inClub.get(playerId)?.place ?? null,
            rankBefore: before.clay.inClub.get(playerId)?.rank ?? null,
          }
        : null,
    };
    return filledRow;
  }

  private emitReceipt({
    playerId,
    discipline,
    before,
    after,
    expected,
    actual,
    weight,
    held,
    formula,
  }: RatingChange) {
    const { document, rated } = this.currentMatch!;
    const { matchId, courtId, zone, playedAt, surface, logged } = document;
    const sideIndex = rated.sides[0].includes(playerId) ? 0 : 1;
    const [ownTeam, opposingTeam] =
      sideIndex === 0 ? rated.sides : [rated.sides[1], rated.sides[0]];
    this.foldOptions.onReceipt!({
      playerId,
      matchId,
      courtId,
      zone,
      playedAt,
      logged,
      surface,
      sport: this.sport,
      discipline,
      formula,
      held,
      expected,
      actual,
      gamesWon: rated.games[sideIndex],
      gamesLost: rated.games[sideIndex === 0 ? 1 : 0],
      result: resultForSide(rated, sideIndex),
      partnerId: ownTeam.find((teammateId) => teammateId !== playerId) ?? null,
      opponentIds: opposingTeam,
      weight: { value: weight.value, reasons: [...weight.reasons] },
      before: this.shownFormula.skill(before.skill, rated.playedAt),
      after: this.shownFormula.skill(after.skill, rated.playedAt),
    });
  }
}

type PlayerBound = Omit<RankCandidate, 'city'>;
type RankingBounds = Readonly<Record<'all' | 'clay', readonly PlayerBound[]>>;
type DisciplineBounds = Readonly<Record<Discipline, RankingBounds>>;
type RankingRanks = Readonly<Record<'all' | 'clay', Ranks>>;

const emptyBounds: DisciplineBounds = {
  singles: { all: [], clay: [] },
  doubles: { all: [], clay: [] },
};

/** The ranks of listed players. There are no city rankings on clay. */
const listedRanks = (
  disciplineBounds: DisciplineBounds,
  listingOf: (playerId: string) => PlayerListing | null,
): Readonly<Record<Discipline, RankingRanks>> => {
  const ranksIn = ({ all, clay }: RankingBounds) => ({
    all: ranksOf(
      all.flatMap((player) => {
        const playerListing = listingOf(player.playerId);
        return playerListing ? [{ ...player, city: playerListing.city }] : [];
      }),
    ),
    clay: ranksOf(
      clay.flatMap((player) => (listingOf(player.playerId) ? [{ ...player, city: null }] : [])),
    ),
  });
  return { singles: ranksIn(disciplineBounds.singles), doubles: ranksIn(disciplineBounds.doubles) };
};

const withoutSurface = <T extends Readonly<{ surface: string }>>({
  surface: _,
  ...shownRating
}: T) => shownRating;

const mostPlayed = (matchesByCourt: ReadonlyMap<string, number>) =>
  [...matchesByCourt]
    .sort(
      ([firstCourtId, firstCount], [secondCourtId, secondCount]) =>
        secondCount - firstCount || (firstCourtId < secondCourtId ? -1 : 1),
    )
    .slice(0, MOST_COURTS)
    .map(([courtId, matchCount]) => ({ courtId, matches: matchCount }));
