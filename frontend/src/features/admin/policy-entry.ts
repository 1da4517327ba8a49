import { parseNumber } from '@courtly/contracts/entered-number';
import type { PolicyField, PolicyValue, PolicyValues } from '@courtly/contracts/policies';

/** An entered number has `shift` decimals more than its stored value. */
type Unit = Readonly<{ label: string; shift: number }>;

/** The units in which people enter numbers, by the suffix of the value's name. */
const units: readonly (readonly [RegExp, Unit])[] = [
  [/(?:Share|\.rate)$/, { label: '%', shift: 2 }],
  [/Cents$/, { label: '$', shift: 2 }],
  [/Minutes$/, { label: 'minutes', shift: 0 }],
  [/Hours$/, { label: 'hours', shift: 0 }],
  [/Days$/, { label: 'days', shift: 0 }],
  [/Months$/, { label: 'months', shift: 0 }],
];

const unitOf = (valueName: string): Unit =>
  units.find(([pattern]) => pattern.test(valueName))?.[1] ?? { label: '', shift: 0 };

export const unitLabel = (valueName: string): string => unitOf(valueName).label;

/** A value as it is entered: `10` for 10%, `199` for $199. Null is empty. */
export const toEntry = (valueName: string, value: PolicyValue | undefined): string => {
  if (typeof value !== 'number') return value === null || value === undefined ? '' : String(value);
  return String(Number(`${value}e-${unitOf(valueName).shift}`));
};

const parseEntry = (valueName: string, text: string) =>
  // The server knows the limits.
  parseNumber(text, {
    least: 0,
    most: 1e9,
    decimals: 6,
    isDollars: unitOf(valueName).label === '$',
  });

/** Why the text is not a number. */
export const entryProblem = (valueName: string, text: string): string | undefined =>
  parseEntry(valueName, text).problem;

/** The entered value. Text that is not a number stays text, which the server refuses. */
export const fromEntry = ({ kind }: PolicyField, valueName: string, text: string): PolicyValue => {
  const trimmedText = text.trim();
  if (kind !== 'number') return trimmedText;
  if (trimmedText === '') return null;
  const { value } = parseEntry(valueName, text);
  return value === undefined ? trimmedText : Number(`${value}e${unitOf(valueName).shift}`);
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
