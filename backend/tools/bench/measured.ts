/** One line of the result. `ok` is false when a floor is missed or an answer is not what it must be. */
export type Measured = Readonly<{ what: string; value: string; floor: string; ok: boolean }>;

/** A figure that is only told. */
export const told = (what: string, value: string): Measured => ({
  what,
  value,
  floor: '',
  ok: true,
});

/** A figure with a floor, in words, and whether it holds. */
export const held = (what: string, value: string, floor: string, ok: boolean): Measured => ({
  what,
  value,
  floor,
  ok,
});

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
