/** One line of the result. `ok` is false if a threshold is missed or a response is wrong. */
export type Figure = Readonly<{ what: string; value: string; floor: string; ok: boolean }>;

export const plainFigure = (what: string, value: string): Figure => ({
  what,
  value,
  floor: '',
  ok: true,
});

export const checkedFigure = (what: string, value: string, floor: string, ok: boolean): Figure => ({
  what,
  value,
  floor,
  ok,
});

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
