import type { Estimate } from './formula.js';

const FIELDS = 4;

/**
 * Many estimates in typed arrays, by row. A history writes millions of them and each lives until the next match: as objects they
 * would all have to be moved and freed by the garbage collector.
 */
export class Estimates {
  private cells = new Float64Array(1_024 * FIELDS);
  private matches = new Int32Array(1_024);
  private rows = 0;

  /** Keeps one more. Answers its row. */
  add(estimate: Estimate): number {
    if (this.rows === this.matches.length) {
      const [cells, matches] = [new Float64Array(this.cells.length * 2), new Int32Array(this.rows * 2)];
      cells.set(this.cells);
      matches.set(this.matches);
      [this.cells, this.matches] = [cells, matches];
    }
    this.set(this.rows, estimate);
    return this.rows++;
  }

  set(row: number, { mean, deviation, volatility, at, matches }: Estimate): void {
    const { cells } = this;
    const cell = row * FIELDS;
    cells[cell] = mean;
    cells[cell + 1] = deviation;
    cells[cell + 2] = volatility;
    cells[cell + 3] = at;
    this.matches[row] = matches;
  }

  get(row: number): Estimate {
    const { cells } = this;
    const cell = row * FIELDS;
    return {
      mean: cells[cell]!,
      deviation: cells[cell + 1]!,
      volatility: cells[cell + 2]!,
      at: cells[cell + 3]!,
      matches: this.matches[row]!,
    };
  }
}
