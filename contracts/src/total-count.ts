/**
 * A list that grows for as long as somebody books is counted up to here, since counting reads all that it counts: an
 * `X-Total-Count` of so many stands for more, too.
 */
export const MOST_COUNTED = 1_000;
