/** The value that this share of values in growing order does not exceed (nearest rank); 0 where there are none. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
