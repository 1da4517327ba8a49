import type { PolicyField, PolicyValue, PolicyValues } from '@courtly/contracts/policies';

type Unit = Readonly<{ label: string; perEntry: number }>;

/** The units in which people enter numbers, by the suffix of the value's name. */
const units: readonly (readonly [RegExp, Unit])[] = [
  [/(?:Share|\.rate)$/, { label: '%', perEntry: 100 }],
  [/Cents$/, { label: '$', perEntry: 100 }],
  [/Minutes$/, { label: 'minutes', perEntry: 1 }],
  [/Hours$/, { label: 'hours', perEntry: 1 }],
  [/Days$/, { label: 'days', perEntry: 1 }],
  [/Months$/, { label: 'months', perEntry: 1 }],
];

const unitOf = (valueName: string): Unit =>
  units.find(([pattern]) => pattern.test(valueName))?.[1] ?? { label: '', perEntry: 1 };

export const unitLabel = (valueName: string): string => unitOf(valueName).label;

/** A value as it is entered: `10` for 10%, `199` for $199. Null is empty. */
export const toEntry = (valueName: string, value: PolicyValue | undefined): string => {
  if (typeof value !== 'number') return value === null || value === undefined ? '' : String(value);
  return String(value / unitOf(valueName).perEntry);
};

/** The entered value. Text that is not a number stays text, which the server refuses. */
export const fromEntry = ({ kind }: PolicyField, valueName: string, text: string): PolicyValue => {
  const trimmedText = text.trim();
  if (kind !== 'number') return trimmedText;
  if (trimmedText === '') return null;
  const entered = Number(trimmedText);
  return Number.isFinite(entered)
    ? Number((entered * unitOf(valueName).perEntry).toFixed(6))
    : trimmedText;
};

const CITIES = 'cities.';
const cityEnding = /\.(?:tax\.name|tax\.rate|tax\.included|tax|allInPrices)$/;

/** The cities whose values are set. */
export const citiesIn = (values: PolicyValues): string[] => [
  ...new Set(
    Object.keys(values)
      .filter((name) => name.startsWith(CITIES) && cityEnding.test(name))
      .map((name) => name.slice(CITIES.length).replace(cityEnding, '')),
  ),
];

export const cityValueName = (city: string, fieldName: string): string =>
  `${CITIES}${city}.${fieldName}`;

export const isOfCity = (valueName: string, city: string): boolean =>
  cityEnding.test(valueName) && valueName.replace(cityEnding, '') === `${CITIES}${city}`;

export const isCityValue = (valueName: string): boolean => valueName.startsWith(CITIES);
