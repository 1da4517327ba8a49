import type { Estimate } from './formula.js';

const FIELD_COUNT = 6;

/**
 * Stores estimates in one typed array, by row. A history writes millions of them; if they were
 * objects, the garbage collector would have to move and free each one.
 */
export class Estimates {
  private cellValues = new Float64Array(1_024 * FIELD_COUNT);
  private rowCount = 0;

  /** Returns the row of the new estimate. */
  addEstimate(playerEstimate: Estimate): number {
    if (this.rowCount * FIELD_COUNT === this.cellValues.length) {
      const cellValues = new Float64Array(this.cellValues.length * 2);
      cellValues.set(this.cellValues);
      this.cellValues = cellValues;
    }
    const { mean, deviation, volatility, at, matches } = playerEstimate;
    this.cellValues.set([mean, deviation, volatility, at, matches], this.rowCount * FIELD_COUNT);
    return this.rowCount++;
  }

  meanAt(rowIndex: number): number {
    return this.cellValues[rowIndex * FIELD_COUNT]!;
  }

  deviationAt(rowIndex: number): number {
    return this.cellValues[rowIndex * FIELD_COUNT + 1]!;
  }

  volatilityAt(rowIndex: number): number {
    return this.cellValues[rowIndex * FIELD_COUNT + 2]!;
  }

  playedAt(rowIndex: number): number {
    return this.cellValues[rowIndex * FIELD_COUNT + 3]!;
  }

  matchesAt(rowIndex: number): number {
    return this.cellValues[rowIndex * FIELD_COUNT + 4]!;
  }

  /** The variance that `storeVariance` last stored for the match being rated. */
  varianceAt(rowIndex: number): number {
    return this.cellValues[rowIndex * FIELD_COUNT + 5]!;
  }

  /** Stores a variance for the match being rated, and returns it. */
  storeVariance(rowIndex: number, ratingVariance: number): number {
    return (this.cellValues[rowIndex * FIELD_COUNT + 5] = ratingVariance);
  }

  replaceEstimate(
    rowIndex: number,
    meanRating: number,
    ratingDeviation: number,
    ratingVolatility: number,
    playedTimestamp: number,
  ): void {
    const { cellValues: cells } = this;
    const firstCell = rowIndex * FIELD_COUNT;
    cells[firstCell] = meanRating;
    cells[firstCell + 1] = ratingDeviation;
    cells[firstCell + 2] = ratingVolatility;
    cells[firstCell + 3] = playedTimestamp;
    cells[firstCell + 4]!++;
  }

  estimateAt(rowIndex: number): Estimate {
    return {
      mean: this.meanAt(rowIndex),
      deviation: this.deviationAt(rowIndex),
      volatility: this.volatilityAt(rowIndex),
      at: this.playedAt(rowIndex),
      matches: this.matchesAt(rowIndex),
    };
  }
}
