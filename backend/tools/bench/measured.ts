/** One line of the result. `ok` is false if a floor was missed or a response was wrong. */
export type Figure = Readonly<{ what: string; value: string; floor: string; ok: boolean }>;

export const plainFigure = (label: string, formatted: string): Figure => ({
  what: label,
  value: formatted,
  floor: '',
  ok: true,
});

export const checkedFigure = (
  label: string,
  formatted: string,
  threshold: string,
  isPassed: boolean,
): Figure => ({
  what: label,
  value: formatted,
  floor: threshold,
  ok: isPassed,
});

export const formatMs = (milliseconds: number): string =>
  `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
