import { Estimates } from './estimates.js';
import type { Estimate, Formula, Ratings, Rows, Sides, Standing } from './formula.js';
import { Opponents } from './opponents.js';
import { RANGE_DEVIATIONS } from './rating-view.js';
import { Meetings, withLength } from './repeated-pairs.js';

/**
 * A player's skill in one discipline, and their offset on each surface on which they have played.
 */
export type PlayerRating = Readonly<{ skill: Estimate; surfaces: ReadonlyMap<string, Estimate> }>;

/**
 * The evidence for a rank: how many more established opponents it requires, and the points that do
 * not count for it.
 */
export type RankEvidence = Readonly<{ missingOpponents: number; unsupportedGain: number }>;

/** The shared offset row of players who have never played on a surface. It is never rated. */
const NEWCOMER_ROW = 0;

type WritableRows = { size: number; skills: number[]; offsets: number[] };

const emptySideRows = (): WritableRows => ({ size: 0, skills: [], offsets: [] });

/**
 * All standings in one discipline. Players are added on first use; a player's number is the row of
 * their skill.
 */
export class RatingTable {
  readonly playerRatings: Ratings = { skills: new Estimates(), offsets: new Estimates() };
  private readonly numberByPlayer = new Map<string, number>();
  private readonly surfaceNumbers = new Map<string, number>();
  /** Offset rows by player, per surface; NEWCOMER_ROW if none. */
  private readonly offsetRows: Int32Array[] = [];
  private readonly pairNumbers = new Map<string, number>();
  private readonly pastMeetings: Meetings;
  private readonly newOnSurface: Estimate;
  private readonly opponents: Opponents;
  private readonly boundsBefore = new Float64Array(4);
  /** Reused for every match, because there are millions of matches. */
  private readonly reusedSides = [emptySideRows(), emptySideRows()] as const;

  constructor(
    private readonly ratingFormula: Formula,
    private readonly firstGuess: (playerId: string) => number | null,
  ) {
    this.opponents = new Opponents(ratingFormula.rankRule?.groupShare ?? 0);
    this.newOnSurface = ratingFormula.start(null).onSurface;
    this.playerRatings.offsets.addEstimate(this.newOnSurface);
    this.pastMeetings = new Meetings(ratingFormula.repeatedPairDays);
  }

  /**
   * The rows of both sides, valid until the next call. Players who are new to a surface share one
   * row, or get their own if `isForRating`.
   */
  rowsOfSides(
    playerIdsOfSides: Sides<readonly string[]>,
    surfaceName: string | null,
    isForRating: boolean,
  ): Sides<Rows> {
    const surfaceNumber = surfaceName === null ? -1 : this.surfaceNumberOf(surfaceName);
    this.fillSideRows(this.reusedSides[0], playerIdsOfSides[0], surfaceNumber, isForRating);
    this.fillSideRows(this.reusedSides[1], playerIdsOfSides[1], surfaceNumber, isForRating);
    return this.reusedSides;
  }

  standingsOf({ size, skills, offsets }: Rows): Standing[] {
    const { playerRatings } = this;
    return Array.from({ length: size }, (_, memberIndex) => ({
      skill: playerRatings.skills.estimateAt(skills[memberIndex]!),
      onSurface: playerRatings.offsets.estimateAt(offsets[memberIndex]!),
    }));
  }

  /** How many times both sides have met, including this meeting. */
  countMeeting([firstSide, secondSide]: Sides<Rows>, playedTimestamp: number): number {
    return this.pastMeetings.countMeeting(
      this.sideNumberOf(firstSide),
      this.sideNumberOf(secondSide),
      playedTimestamp,
    );
  }

  /** Rates a match, and remembers how much it raised each lower bound if ranks depend on it. */
  trackGains<T>(sides: Sides<Rows>, silentIds: readonly string[] | undefined, rate: () => T): T {
    const { rankRule } = this.ratingFormula;
    if (rankRule === null) return rate();
    const silentPlayers = rankRule.countsSilence ? [] : this.numbersOf(silentIds ?? []);
    const { boundsBefore } = this;
    let boundIndex = 0;
    for (const { size, skills, offsets } of sides)
      for (let memberIndex = 0; memberIndex < size; memberIndex++)
        boundsBefore[boundIndex++] = this.lowerBoundAt(skills[memberIndex]!, offsets[memberIndex]!);
    const outcome = rate();
    boundIndex = 0;
    for (const side of sides) {
      const opponents = side === sides[0] ? sides[1] : sides[0];
      for (let memberIndex = 0; memberIndex < side.size; memberIndex++) {
        const skillRow = side.skills[memberIndex]!;
        const bound = this.lowerBoundAt(skillRow, side.offsets[memberIndex]!);
        const gain = (bound - boundsBefore[boundIndex++]!) / opponents.size;
        for (let otherIndex = 0; otherIndex < opponents.size; otherIndex++) {
          const otherRow = opponents.skills[otherIndex]!;
          if (silentPlayers.includes(skillRow) || silentPlayers.includes(otherRow))
            this.opponents.addSilentGain(skillRow, gain);
          else this.opponents.addMeeting(skillRow, otherRow, gain);
        }
      }
    }
    return outcome;
  }

  /** The evidence for a player's rank; null if the formula ranks everyone with enough matches. */
  rankEvidence(playerId: string, timestamp: number): RankEvidence | null {
    const { rankRule } = this.ratingFormula;
    const playerNumber = this.numberByPlayer.get(playerId);
    if (rankRule === null || playerNumber === undefined) return null;
    const groupSize = rankRule.groupShare * this.opponents.playerCount;
    const leastMet = Math.min(rankRule.establishedFrom, Math.ceil(groupSize));
    let missingOpponents = Math.min(rankRule.opponents, Math.ceil(groupSize));
    for (const opponentNumber of this.opponents.independentOf(playerNumber)) {
      if (missingOpponents === 0) break;
      if (
        this.opponents.countOf(opponentNumber) >= leastMet &&
        rankRule.isWellKnown(this.playerRatings.skills.estimateAt(opponentNumber), timestamp)
      )
        missingOpponents--;
    }
    return {
      missingOpponents,
      unsupportedGain: this.opponents.unsupportedGain(
        playerNumber,
        Math.min(rankRule.trimmedOpponents, Math.floor(groupSize)),
      ),
    };
  }

  rating(playerId: string): PlayerRating | null {
    const playerNumber = this.numberByPlayer.get(playerId);
    return playerNumber === undefined ? null : this.ratingByNumber(playerNumber);
  }

  *allRatings(): Generator<[playerId: string, rating: PlayerRating]> {
    for (const [playerId, playerNumber] of this.numberByPlayer)
      yield [playerId, this.ratingByNumber(playerNumber)];
  }

  private numbersOf(playerIds: readonly string[]): readonly number[] {
    return playerIds.map((playerId) => this.numberByPlayer.get(playerId)!);
  }

  private lowerBoundAt(skillRow: number, offsetRow: number): number {
    const { skills, offsets } = this.playerRatings;
    const deviation = Math.sqrt(
      skills.deviationAt(skillRow) ** 2 + offsets.deviationAt(offsetRow) ** 2,
    );
    return skills.meanAt(skillRow) + offsets.meanAt(offsetRow) - RANGE_DEVIATIONS * deviation;
  }

  private surfaceNumberOf(surfaceName: string): number {
    const existingNumber = this.surfaceNumbers.get(surfaceName);
    if (existingNumber !== undefined) return existingNumber;
    this.surfaceNumbers.set(surfaceName, this.surfaceNumbers.size);
    return this.offsetRows.push(new Int32Array(1_024)) - 1;
  }

  private fillSideRows(
    sideRows: WritableRows,
    playerIds: readonly string[],
    surfaceNumber: number,
    isForRating: boolean,
  ): void {
    sideRows.size = playerIds.length;
    for (let memberIndex = 0; memberIndex < playerIds.length; memberIndex++) {
      const playerId = playerIds[memberIndex]!;
      const playerNumber = this.numberByPlayer.get(playerId) ?? this.addPlayer(playerId);
      sideRows.skills[memberIndex] = playerNumber;
      sideRows.offsets[memberIndex] =
        surfaceNumber < 0
          ? NEWCOMER_ROW
          : this.offsetRowOf(playerNumber, surfaceNumber, isForRating);
    }
  }

  private offsetRowOf(playerNumber: number, surfaceNumber: number, isForRating: boolean): number {
    const offsetsByPlayer = this.offsetRows[surfaceNumber]!;
    const rowIndex =
      playerNumber < offsetsByPlayer.length ? offsetsByPlayer[playerNumber]! : NEWCOMER_ROW;
    return rowIndex === NEWCOMER_ROW && isForRating
      ? this.addOffsetRow(playerNumber, surfaceNumber)
      : rowIndex;
  }

  private addOffsetRow(playerNumber: number, surfaceNumber: number): number {
    const offsetsByPlayer = this.offsetRows[surfaceNumber]!;
    const longerRows =
      playerNumber < offsetsByPlayer.length
        ? offsetsByPlayer
        : withLength(offsetsByPlayer, playerNumber + 1);
    this.offsetRows[surfaceNumber] = longerRows;
    return (longerRows[playerNumber] = this.playerRatings.offsets.addEstimate(this.newOnSurface));
  }

  private addPlayer(playerId: string): number {
    const playerNumber = this.playerRatings.skills.addEstimate(
      this.ratingFormula.start(this.firstGuess(playerId)).skill,
    );
    this.numberByPlayer.set(playerId, playerNumber);
    return playerNumber;
  }

  /** The number of a side: that of a single player, or one for each pair. */
  private sideNumberOf({ size, skills }: Rows): number {
    if (size === 1) return skills[0]!;
    const pairName = skills
      .slice(0, size)
      .sort((leftRow, rightRow) => leftRow - rightRow)
      .join();
    const sideNumber = this.pairNumbers.get(pairName) ?? this.pairNumbers.size;
    this.pairNumbers.set(pairName, sideNumber);
    return sideNumber;
  }

  private ratingByNumber(playerNumber: number): PlayerRating {
    const { skills, offsets } = this.playerRatings;
    const onSurfaces = new Map<string, Estimate>();
    for (const [surfaceName, surfaceNumber] of this.surfaceNumbers) {
      const rowIndex = this.offsetRowOf(playerNumber, surfaceNumber, false);
      if (rowIndex !== NEWCOMER_ROW) onSurfaces.set(surfaceName, offsets.estimateAt(rowIndex));
    }
    return { skill: skills.estimateAt(playerNumber), surfaces: onSurfaces };
  }
}
