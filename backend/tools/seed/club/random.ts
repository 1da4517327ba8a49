/** The same numbers from 0 to 1 in every run (mulberry32), so that the demo is always the same. */
export const randomFrom = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    /** A whole number from `least` to `most`. */
    whole: (least: number, most: number): number => least + Math.floor(next() * (most - least + 1)),
    chance: (share: number): boolean => next() < share,
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!,
  };
};
export type Random = ReturnType<typeof randomFrom>;
