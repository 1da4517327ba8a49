import { previewRating } from './aside.js';
import {
  type Discipline,
  type Formula,
  type Outcome,
  type RatedMatch,
  type Sides,
  type Standing,
  type Weight,
  rounded,
} from './formula.js';
import { type PlayerRating, type RankEvidence, RatingTable } from './rating-table.js';

/** How one match changed one player's rating. Shares are those of the player's side. */
export type Receipt = Readonly<{
  matchId: string;
  playerId: string;
  discipline: Discipline;
  surface: string | null;
  formula: string;
  before: Standing;
  expected: number;
  actual: number;
  weight: Weight;
  held: boolean;
  after: Standing;
}>;

type FoldOptions = Readonly<{
  /** A first guess for a new player on the displayed scale; null if there is none. */
  guess?: (playerId: string, matchDiscipline: Discipline) => number | null;
  /** Receives every receipt in order; the fold does not store them. */
  onReceipt?: (ratingReceipt: Receipt) => void;
}>;

const repeatedWeight = ({ reasons }: Weight, weightValue: number): Weight => ({
  value: weightValue,
  reasons: [...reasons, 'repeated_pair'],
});

function* receiptsOf(
  { matchId, discipline, surface, sides }: RatedMatch,
  ratingChange: Readonly<{
    formula: string;
    weight: Weight;
    before: Sides<readonly Standing[]>;
    after: Sides<readonly Standing[]>;
    outcome: Outcome;
  }>,
): Generator<Receipt> {
  const { formula, weight, before, after, outcome } = ratingChange;
  for (const sideIndex of [0, 1] as const)
    for (const [memberIndex, playerId] of sides[sideIndex].entries())
      yield {
        matchId,
        playerId,
        discipline,
        surface,
        formula,
        before: before[sideIndex][memberIndex]!,
        expected: sideIndex === 0 ? outcome.expected : rounded(1 - outcome.expected),
        actual: sideIndex === 0 ? outcome.actual : rounded(1 - outcome.actual),
        weight,
        held: outcome.held,
        after: after[sideIndex][memberIndex]!,
      };
}

/**
 * Builds ratings match by match. A match of weight 0 changes no rating and does not count as a
 * meeting. Leave out withdrawn matches.
 */
export class RatingFold {
  private readonly singlesTable: RatingTable;
  private readonly doublesTable: RatingTable;

  constructor(
    private readonly ratingFormula: Formula,
    private readonly foldOptions: FoldOptions = {},
  ) {
    const tableFor = (matchDiscipline: Discipline) =>
      new RatingTable(
        ratingFormula,
        (playerId) => foldOptions.guess?.(playerId, matchDiscipline) ?? null,
      );
    [this.singlesTable, this.doublesTable] = [tableFor('singles'), tableFor('doubles')];
  }

  /** Matches must arrive in the order of `byRatingOrder`. */
  rateMatch(match: RatedMatch): void {
    const { ratingFormula: formula } = this;
    const { onReceipt } = this.foldOptions;
    const ratingTable = this.tableFor(match.discipline);
    if (match.weight.value === 0) return this.previewUnweighted(ratingTable, match);
    const sideRows = ratingTable.rowsOfSides(match.sides, match.surface, true);
    const meetingNumber = ratingTable.countMeeting(sideRows, match.playedAt);
    const weightValue =
      meetingNumber === 1 ? match.weight.value : match.weight.value / Math.sqrt(meetingNumber);
    const rate = () => formula.rate(ratingTable.playerRatings, sideRows, match, weightValue);
    if (!onReceipt) return void ratingTable.trackGains(sideRows, match.silent, rate);
    const currentStandings = (): Sides<Standing[]> => [
      ratingTable.standingsOf(sideRows[0]),
      ratingTable.standingsOf(sideRows[1]),
    ];
    const standingsBefore = currentStandings();
    const matchOutcome = ratingTable.trackGains(sideRows, match.silent, rate);
    const weight = meetingNumber === 1 ? match.weight : repeatedWeight(match.weight, weightValue);
    const ratingChange = {
      formula: formula.id,
      weight,
      before: standingsBefore,
      after: currentStandings(),
      outcome: matchOutcome,
    };
    for (const ratingReceipt of receiptsOf(match, ratingChange)) onReceipt(ratingReceipt);
  }

  /** The probability that side 0 wins, based on the matches so far. */
  forecast(match: Omit<RatedMatch, 'games' | 'winner' | 'weight'>): number {
    const ratingTable = this.tableFor(match.discipline);
    return this.ratingFormula.forecast(
      ratingTable.playerRatings,
      ratingTable.rowsOfSides(match.sides, match.surface, false),
      match,
    );
  }

  rating(matchDiscipline: Discipline, playerId: string): PlayerRating | null {
    return this.tableFor(matchDiscipline).rating(playerId);
  }

  rankEvidence(
    matchDiscipline: Discipline,
    playerId: string,
    timestamp: number,
  ): RankEvidence | null {
    return this.tableFor(matchDiscipline).rankEvidence(playerId, timestamp);
  }

  allRatings(matchDiscipline: Discipline): Iterable<[playerId: string, rating: PlayerRating]> {
    return this.tableFor(matchDiscipline).allRatings();
  }

  /** A match without weight produces receipts with the expectation, but changes no rating. */
  private previewUnweighted(ratingTable: RatingTable, match: RatedMatch): void {
    const [firstSide, secondSide] = ratingTable.rowsOfSides(match.sides, match.surface, false);
    const standingsBefore: Sides<Standing[]> = [
      ratingTable.standingsOf(firstSide),
      ratingTable.standingsOf(secondSide),
    ];
    const { onReceipt } = this.foldOptions;
    if (!onReceipt) return;
    const matchOutcome = previewRating(this.ratingFormula, standingsBefore, match, 0);
    const ratingChange = {
      formula: this.ratingFormula.id,
      weight: match.weight,
      before: standingsBefore,
      after: standingsBefore,
      outcome: matchOutcome,
    };
    for (const ratingReceipt of receiptsOf(match, ratingChange)) onReceipt(ratingReceipt);
  }

  private tableFor(matchDiscipline: Discipline): RatingTable {
    return matchDiscipline === 'singles' ? this.singlesTable : this.doublesTable;
  }
}
