import type { Court } from '@courtly/contracts/courts';
import type { BookingRules } from '@courtly/contracts/opening-hours';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const leadChoices = [0, 1, 2, 4, 8, 12, 24, 48, 7 * 24].map(
  (leadHours) => leadHours * HOUR_MINUTES,
);
const horizonChoices = [3, 7, 14, 30, 60, 90, 180, 365];

const countWithUnit = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A duration in minutes as text: `2 hours`. */
export const leadLabel = (leadMinutes: number): string => {
  if (leadMinutes === 0) return 'Until it starts';
  if (leadMinutes % DAY_MINUTES === 0) return countWithUnit(leadMinutes / DAY_MINUTES, 'day');
  return leadMinutes % HOUR_MINUTES === 0
    ? countWithUnit(leadMinutes / HOUR_MINUTES, 'hour')
    : countWithUnit(leadMinutes, 'minute');
};

export const horizonLabel = (horizonDays: number): string => countWithUnit(horizonDays, 'day');

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
    .sort((leftChoice, rightChoice) => leftChoice - rightChoice)
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

export const isSameRules = (firstRules: BookingRules, secondRules: BookingRules): boolean =>
  firstRules.leadMinutes === secondRules.leadMinutes &&
  firstRules.horizonDays === secondRules.horizonDays &&
  firstRules.instantBook === secondRules.instantBook;
