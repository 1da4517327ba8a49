import type { Court } from '@courtly/contracts/courts';
import type { BookingRules } from '@courtly/contracts/opening-hours';

const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

const leads = [0, 1, 2, 4, 8, 12, 24, 48, 7 * 24].map((hours) => hours * HOUR_MIN);
const horizons = [3, 7, 14, 30, 60, 90, 180, 365];

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Formats minutes: `2 hours`. */
export const leadLabel = (minutes: number): string => {
  if (minutes === 0) return 'Until it starts';
  if (minutes % DAY_MIN === 0) return counted(minutes / DAY_MIN, 'day');
  return minutes % HOUR_MIN === 0
    ? counted(minutes / HOUR_MIN, 'hour')
    : counted(minutes, 'minute');
};

export const horizonLabel = (days: number): string => counted(days, 'day');

export type Option = { value: string; label: string };

const optionsOf = (
  values: readonly number[],
  own: number | null,
  standard: number,
  words: (value: number) => string,
): Option[] => [
  { value: '', label: `Courtly default: ${words(standard).toLowerCase()}` },
  ...[...new Set([...values, ...(own === null ? [] : [own])])]
    .filter((value) => value !== standard)
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), label: words(value) })),
];

/** Choices in minutes before the start; the empty value is the default. */
export const leadOptions = (own: number | null, standard: number) =>
  optionsOf(leads, own, standard, leadLabel);
/** Choices in days ahead; the empty value is the default. */
export const horizonOptions = (own: number | null, standard: number) =>
  optionsOf(horizons, own, standard, horizonLabel);

/** Replaces values equal to the default with null. */
export const rulesOf = ({
  policy: { leadMinutes, horizonDays, instantBook, standard },
}: Pick<Court, 'policy'>): BookingRules => ({
  leadMinutes: leadMinutes === standard.leadMinutes ? null : leadMinutes,
  horizonDays: horizonDays === standard.horizonDays ? null : horizonDays,
  instantBook,
});

export const sameRules = (a: BookingRules, b: BookingRules): boolean =>
  a.leadMinutes === b.leadMinutes &&
  a.horizonDays === b.horizonDays &&
  a.instantBook === b.instantBook;
