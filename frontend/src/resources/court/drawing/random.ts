/** A seeded random generator (FNV-1a into mulberry32) with the same numbers on every machine. */
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

export type Random = () => number;
export const randomBetween = (random: Random, minimum: number, maximum: number): number =>
  minimum + random() * (maximum - minimum);
export const randomItem = <T>(random: Random, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)]!;
export const generate = <T>(count: number, createItem: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => createItem(index));
