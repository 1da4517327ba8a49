/**
 * A seeded random generator (FNV-1a, then mulberry32). A seed gives the same numbers on every
 * machine.
 */
export const createRandom = (seed: string): (() => number) => {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0)!, 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4294967296;
  };
};

export type RandomSource = () => number;
export const randomBetween = (
  randomSource: RandomSource,
  minimum: number,
  maximum: number,
): number => minimum + randomSource() * (maximum - minimum);
export const randomItem = <T>(randomSource: RandomSource, choices: readonly T[]): T =>
  choices[Math.floor(randomSource() * choices.length)]!;
export const generate = <T>(itemCount: number, createItem: (index: number) => T): T[] =>
  Array.from({ length: itemCount }, (_, index) => createItem(index));
