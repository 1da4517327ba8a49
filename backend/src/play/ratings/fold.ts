import { rateAside } from './aside.js';
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
import { type PlayerRating, RatingTable } from './rating-table.js';

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

type Options = Readonly<{
  /** A first guess on the displayed scale for a new player; null for none. */
  guess?: (playerId: string, discipline: Discipline) => number | null;
  /** Receives every receipt in order; the fold does not store them. */
  onReceipt?: (receipt: Receipt) => void;
}>;

const repeated = ({ reasons }: Weight, value: number): Weight => ({
  value,
  reasons: [...reasons, 'repeated_pair'],
});

function* receiptsOf(
  { matchId, discipline, surface, sides }: RatedMatch,
  change: Readonly<{
    formula: string;
    weight: Weight;
    before: Sides<readonly Standing[]>;
    after: Sides<readonly Standing[]>;
    outcome: Outcome;
  }>,
): Generator<Receipt> {
  const { formula, weight, before, after, outcome } = change;
  for (const side of [0, 1] as const)
    for (const [member, playerId] of sides[side].entries())
      yield {
        matchId,
        playerId,
        discipline,
        surface,
        formula,
        before: before[side][member]!,
        expected: side === 0 ? outcome.expected : rounded(1 - outcome.expected),
        actual: side === 0 ? outcome.actual : rounded(1 - outcome.actual),
        weight,
        held: outcome.held,
        after: after[side][member]!,
      };
}

/**
 * Ratings built match by match. A match of weight 0 changes no rating and counts as no meeting;
 * leave withdrawn matches out.
 */
export class RatingFold {
  private readonly singles: RatingTable;
  private readonly doubles: RatingTable;

  constructor(
    private readonly formula: Formula,
    private readonly options: Options = {},
  ) {
    const tableOf = (discipline: Discipline) =>
      new RatingTable(formula, (playerId) => options.guess?.(playerId, discipline) ?? null);
    [this.singles, this.doubles] = [tableOf('singles'), tableOf('doubles')];
  }

  /** Matches must arrive in the order of `inOrder`. */
  rate(match: RatedMatch): void {
    const { formula } = this;
    const { onReceipt } = this.options;
    const table = this.tableOf(match.discipline);
    if (match.weight.value === 0) return this.passOver(table, match);
    const sides = table.rowsOf(match.sides, match.surface, true);
    const nth = table.meet(sides, match.playedAt);
    const value = nth === 1 ? match.weight.value : match.weight.value / Math.sqrt(nth);
    if (!onReceipt) return void formula.rate(table.ratings, sides, match, value);
    const standings = (): Sides<Standing[]> => [
      table.standingsOf(sides[0]),
      table.standingsOf(sides[1]),
    ];
    const before = standings();
    const outcome = formula.rate(table.ratings, sides, match, value);
    const weight = nth === 1 ? match.weight : repeated(match.weight, value);
    const change = { formula: formula.id, weight, before, after: standings(), outcome };
    for (const receipt of receiptsOf(match, change)) onReceipt(receipt);
  }

  /** The probability that side 0 wins, given the matches so far. */
  forecast(match: Omit<RatedMatch, 'games' | 'winner' | 'weight'>): number {
    const table = this.tableOf(match.discipline);
    return this.formula.forecast(
      table.ratings,
      table.rowsOf(match.sides, match.surface, false),
      match,
    );
  }

  rating(discipline: Discipline, playerId: string): PlayerRating | null {
    return this.tableOf(discipline).rating(playerId);
  }

  players(discipline: Discipline): Iterable<[playerId: string, rating: PlayerRating]> {
    return this.tableOf(discipline).players();
  }

  /** A match without weight produces receipts with the expectation, but changes no rating. */
  private passOver(table: RatingTable, match: RatedMatch): void {
    const [one, other] = table.rowsOf(match.sides, match.surface, false);
    const before: Sides<Standing[]> = [table.standingsOf(one), table.standingsOf(other)];
    const { onReceipt } = this.options;
    if (!onReceipt) return;
    const outcome = rateAside(this.formula, before, match, 0);
    const change = {
      formula: this.formula.id,
      weight: match.weight,
      before,
      after: before,
      outcome,
    };
    for (const receipt of receiptsOf(match, change)) onReceipt(receipt);
  }

  private tableOf(discipline: Discipline): RatingTable {
    return discipline === 'singles' ? this.singles : this.doubles;
  }
}
