import type { Estimate } from './formula.js';

const FIELDS = 6;

/**
 * Estimates in one typed array, by row. A history writes millions of them; as objects, each would
 * have to be moved and freed by the garbage collector.
 */
export class Estimates {
  private cells = new Float64Array(1_024 * FIELDS);
  private rows = 0;

  /** Returns the row of the new estimate. */
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

  /** The variance that `note` stored last, for the match being rated. */
  variance(row: number): number {
    return this.cells[row * FIELDS + 5]!;
  }

  /** Stores the variance for the match being rated, and returns it. */
  note(row: number, variance: number): number {
    return (this.cells[row * FIELDS + 5] = variance);
  }

  /** Writes the estimate after one more match. */
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
