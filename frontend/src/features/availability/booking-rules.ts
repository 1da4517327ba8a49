import type { Court } from '@courtly/contracts/courts';
import type { BookingRules } from '@courtly/contracts/opening-hours';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const leadChoices = [0, 1, 2, 4, 8, 12, 24, 48, 7 * 24].map((hours) => hours * HOUR_MINUTES);
const horizonChoices = [3, 7, 14, 30, 60, 90, 180, 365];

const countWithUnit = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Formats minutes: `2 hours`. */
export const leadLabel = (minutes: number): string => {
  if (minutes === 0) return 'Until it starts';
  if (minutes % DAY_MINUTES === 0) return countWithUnit(minutes / DAY_MINUTES, 'day');
  return minutes % HOUR_MINUTES === 0
    ? countWithUnit(minutes / HOUR_MINUTES, 'hour')
    : countWithUnit(minutes, 'minute');
};

export const horizonLabel = (days: number): string => countWithUnit(days, 'day');

export type SelectOption = { value: string; label: string };

const buildOptions = (
  choices: readonly number[],
  currentValue: number | null,
  defaultValue: number,
  formatValue: (value: number) => string,
): SelectOption[] => [
  { value: '', label: `Courtly default: ${formatValue(defaultValue).toLowerCase()}` },
  ...[...new Set([...choices, ...(currentValue === null ? [] : [currentValue])])]
    .filter((value) => value !== defaultValue)
    .sort((left, right) => left - right)
    .map((value) => ({ value: String(value), label: formatValue(value) })),
];

/** Choices in minutes before the start; the empty value is the default. */
export const leadOptions = (currentValue: number | null, defaultValue: number) =>
  buildOptions(leadChoices, currentValue, defaultValue, leadLabel);
/** Choices in days ahead; the empty value is the default. */
export const horizonOptions = (currentValue: number | null, defaultValue: number) =>
  buildOptions(horizonChoices, currentValue, defaultValue, horizonLabel);

/** Replaces values equal to the default with null. */
export const customRules = ({
  policy: { leadMinutes, horizonDays, instantBook, standard },
}: Pick<Court, 'policy'>): BookingRules => ({
  leadMinutes: leadMinutes === standard.leadMinutes ? null : leadMinutes,
  horizonDays: horizonDays === standard.horizonDays ? null : horizonDays,
  instantBook,
});

export const isSameRules = (first: BookingRules, second: BookingRules): boolean =>
  first.leadMinutes === second.leadMinutes &&
  first.horizonDays === second.horizonDays &&
  first.instantBook === second.instantBook;
