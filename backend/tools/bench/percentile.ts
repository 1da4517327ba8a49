/** The nearest-rank percentile of ascending values, or 0 if there are none. */
export const percentile = (ascending: readonly number[], shareOfTotal: number): number =>
  ascending[Math.max(0, Math.ceil(ascending.length * shareOfTotal) - 1)] ?? 0;
