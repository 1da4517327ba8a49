/** One line of the result. `ok` is false if a threshold is missed or a response is wrong. */
export type Measured = Readonly<{ what: string; value: string; floor: string; ok: boolean }>;

export const told = (what: string, value: string): Measured => ({
  what,
  value,
  floor: '',
  ok: true,
});

export const held = (what: string, value: string, floor: string, ok: boolean): Measured => ({
  what,
  value,
  floor,
  ok,
});

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
