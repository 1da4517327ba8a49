import { DAY_MS } from './formula.js';

/**
 * Counts meetings of the same pair within the last days. Meetings come in order of time; older ones are forgotten, so that
 * memory is bounded by the matches of one such span. A pair is a number of the caller's.
 */
export const repeatedPairs = (days: number) => {
  const span = days * DAY_MS;
  const meetings = new Map<number, number>();
  let [pairs, times, first]: [number[], number[], number] = [[], [], 0];

  const forgetUntil = (instant: number) => {
    for (; first < times.length && times[first]! < instant; first++) {
      const left = meetings.get(pairs[first]!)! - 1;
      if (left === 0) meetings.delete(pairs[first]!);
      else meetings.set(pairs[first]!, left);
    }
    if (first < 1_024 || first * 2 < times.length) return;
    [pairs, times, first] = [pairs.slice(first), times.slice(first), 0];
  };

  return {
    /** The number of this meeting, from 1 on. */
    meet(pair: number, playedAt: number): number {
      if (span === 0) return 1;
      forgetUntil(playedAt - span);
      const nth = (meetings.get(pair) ?? 0) + 1;
      meetings.set(pair, nth);
      pairs.push(pair);
      times.push(playedAt);
      return nth;
    },
  };
};
