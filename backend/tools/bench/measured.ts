/** One line of the result. `ok` is false if a threshold is missed or a response is wrong. */
export type Figure = Readonly<{ what: string; value: string; floor: string; ok: boolean }>;

export const plainFigure = (label: string, value: string): Figure => ({
  what: label,
  value,
  floor: '',
  ok: true,
});

export const checkedFigure = (
  label: string,
  value: string,
  floor: string,
  isPassed: boolean,
): Figure => ({
  what: label,
  value,
  floor,
  ok: isPassed,
});

export const formatMs = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
