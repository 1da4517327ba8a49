import { DAY_MS } from './formula.js';

/** A side that meets others: its number, and whom it met when, the latest last. */
export type Side = { readonly number: number; met: number[]; metAt: number[] };

const forgetBefore = (side: Side, instant: number): void => {
  const { metAt } = side;
  let old = 0;
  while (old < metAt.length && metAt[old]! < instant) old++;
  if (old === 0) return;
  side.met = side.met.slice(old);
  side.metAt = metAt.slice(old);
};

/**
 * The number of a meeting of two sides within so many days, from 1 on. Meetings come in order of time. They are noted with the side
 * of the smaller number, and forgotten when that side meets somebody later, so that memory is bounded by one such span.
 */
export const nthMeeting = (one: Side, other: Side, playedAt: number, days: number): number => {
  if (days === 0) return 1;
  const first = one.number < other.number ? one : other;
  const second = first === one ? other.number : one.number;
  forgetBefore(first, playedAt - days * DAY_MS);
  let nth = 1;
  for (let index = 0; index < first.met.length; index++) if (first.met[index] === second) nth++;
  first.met.push(second);
  first.metAt.push(playedAt);
  return nth;
};
