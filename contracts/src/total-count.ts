/**
 * The limit of `X-Total-Count` for unbounded lists, because counting reads every match. A count
 * that equals the limit means that number or more.
 */
export const MOST_COUNTED = 1_000;
