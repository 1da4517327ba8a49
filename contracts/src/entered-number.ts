import { cleaned, digitsOf } from './text.js';

/**
 * What a person may enter in a number field. `decimals` is the maximum number of digits after the
 * point. With a negative `least`, the number may have a sign.
 */
export type NumberRule = Readonly<{
  least: number;
  most: number;
  decimals?: number;
  /** Whether it is an amount in dollars, which may have a dollar sign. */
  isDollars?: boolean;
}>;

/** What a host can ask for an hour. */
export const HOURLY_RATE = { least: 1, most: 10_000, decimals: 2, isDollars: true } as const;

/** The limits of the price filters. */
export const FILTERED_RATE = { least: 0, most: 1_000_000, decimals: 2, isDollars: true } as const;

/** Any amount in dollars that the contract can carry. */
export const ANY_DOLLARS = { least: 0, most: 9_999_999.99, decimals: 2, isDollars: true } as const;

/** Any amount in another currency, some of which have three decimals. */
export const ANY_AMOUNT = { least: 0, most: 999_999_999.999, decimals: 3 } as const;

/** The number as a decimal string such as `1234.5`, or the reason why the text is not a number. */
export type EnteredNumber =
  | Readonly<{ value: string; problem?: never }>
  | Readonly<{ value?: never; problem: string }>;

/** A number with or without groups of thousands, such as `1,234.50`, `1 234.50`, or `.5`. */
const NUMBER = /^(-?)(\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d+|(?=\.\d))(?:\.(\d*))?$/;

/** A decimal comma, as in `99,50` or `1.234,50`. Groups have three digits. */
const DECIMAL_COMMA = /^-?([\d. ]+),(\d{1,2}|\d{4,})$/;

const shown = (value: number, isDollars: boolean): string =>
  `${isDollars ? '$' : ''}${value.toLocaleString('en-US', { maximumFractionDigits: 20 })}`;

/** Why a number outside the limits is refused. */
export const rangeProblem = (rule: NumberRule): string => {
  const { least, most, isDollars = false } = rule;
  return `Enter ${isDollars ? 'an amount' : 'a number'} between ${shown(least, isDollars)} and ${shown(most, isDollars)}`;
};

/**
 * Parses a number that a person entered or pasted, without floating-point arithmetic. Accepts digits
 * of any script, spaces around it, thousands separators, and a dollar sign for dollars. Refuses a
 * decimal comma, because the same text means a different number elsewhere.
 */
export const parseNumber = (text: string, rule: NumberRule): EnteredNumber => {
  const { least, most, decimals = 0, isDollars = false } = rule;
  const typed = digitsOf(cleaned(text).normalize('NFKC')).replace(/^\u2212/, '-');
  const plain = isDollars ? typed.replace(/^\$ ?/, '') : typed;
  const decimalComma = DECIMAL_COMMA.exec(plain);
  if (decimalComma && decimals > 0)
    return {
      problem: `Use a point for decimals, such as ${decimalComma[1]!.replace(/\D/g, '')}.${decimalComma[2]}`,
    };
  const [, sign, whole, fraction = ''] = NUMBER.exec(plain) ?? [];
  if (whole === undefined)
    return { problem: isDollars ? 'Enter an amount such as 120.00' : 'Enter a number' };
  const significant = fraction.replace(/(?<!0)0+$/, '');
  if (significant.length > decimals)
    return {
      problem: decimals === 0 ? 'Enter a whole number' : `Use at most ${decimals} decimals`,
    };
  const kept = fraction.length > decimals ? significant : fraction;
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const isZero = !/[1-9]/.test(digits + kept);
  const value = `${isZero ? '' : sign}${digits}${kept && `.${kept}`}`;
  return Number(value) >= least && Number(value) <= most
    ? { value }
    : { problem: rangeProblem(rule) };
};

/**
 * Converts the entered number to a decimal string. Returns other text unchanged, so that the schema
 * refuses it.
 */
export const numberIn = (text: string, rule: NumberRule): string =>
  parseNumber(text, rule).value ?? text;
