/**
 * The cap of `X-Total-Count` for unbounded lists, because counting reads every match. A count equal
 * to the cap means that many or more.
 */
export const MOST_COUNTED = 1_000;
