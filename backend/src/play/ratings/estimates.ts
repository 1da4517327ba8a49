import type { Estimate } from './formula.js';

const FIELDS = 6;

/**
 * Many estimates in one typed array, by row. A history writes millions of them and each lives until the next match: as objects they
 * would all have to be moved and freed by the garbage collector.
 */
export class Estimates {
  private cells = new Float64Array(1_024 * FIELDS);
  private rows = 0;

  /** Keeps one more. Answers its row. */
  add(estimate: Estimate): number {
    if (this.rows * FIELDS === this.cells.length) {
      const cells = new Float64Array(this.cells.length * 2);
      cells.set(this.cells);
      this.cells = cells;
    }
    const { mean, deviation, volatility, at, matches } = estimate;
    this.cells.set([mean, deviation, volatility, at, matches], this.rows * FIELDS);
    return this.rows++;
  }

  mean(row: number): number {
    return this.cells[row * FIELDS]!;
  }

  deviation(row: number): number {
    return this.cells[row * FIELDS + 1]!;
  }

  volatility(row: number): number {
    return this.cells[row * FIELDS + 2]!;
  }

  at(row: number): number {
    return this.cells[row * FIELDS + 3]!;
  }

  matches(row: number): number {
    return this.cells[row * FIELDS + 4]!;
  }

  /** How far off it may be by the match that is looked at, squared: what `note` was told last. */
  variance(row: number): number {
    return this.cells[row * FIELDS + 5]!;
  }

  /** Keeps the variance by the match that is looked at until it is rated. Answers it. */
  note(row: number, variance: number): number {
    return (this.cells[row * FIELDS + 5] = variance);
  }

  /** What is known after one more match. */
  move(row: number, mean: number, deviation: number, volatility: number, at: number): void {
    const { cells } = this;
    const cell = row * FIELDS;
    cells[cell] = mean;
    cells[cell + 1] = deviation;
    cells[cell + 2] = volatility;
    cells[cell + 3] = at;
    cells[cell + 4]!++;
  }

  get(row: number): Estimate {
    return {
      mean: this.mean(row),
      deviation: this.deviation(row),
      volatility: this.volatility(row),
      at: this.at(row),
      matches: this.matches(row),
    };
  }
}
