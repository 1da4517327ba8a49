import { DAY_MS } from './formula.js';

/** A side that meets others: its number, and whom it met when, one after the other, the latest last. */
export type Side = { readonly number: number; met: number[] };

/** Old meetings are forgotten once they are most of those noted, and not one by one. */
const forgetAllBut = (side: Side, recent: number): void => {
  if (side.met.length >= 32 + 2 * recent) side.met = side.met.slice(side.met.length - recent);
};

/**
 * The number of a meeting of two sides within so many days, from 1 on. Meetings come in order of time. They are noted with the side
 * of the smaller number, so that memory is bounded by one such span and a few meetings of each side.
 */
export const nthMeeting = (one: Side, other: Side, playedAt: number, days: number): number => {
  if (days === 0) return 1;
  const first = one.number < other.number ? one : other;
  const second = first === one ? other.number : one.number;
  const { met } = first;
  const since = playedAt - days * DAY_MS;
  let nth = 1;
  let oldest = met.length;
  for (; oldest > 0 && met[oldest - 1]! >= since; oldest -= 2) if (met[oldest - 2] === second) nth++;
  met.push(second, playedAt);
  forgetAllBut(first, met.length - oldest);
  return nth;
};
