import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type NumberRule, parseNumber } from './entered-number.js';
import type { z } from 'zod';
import { AnyAmount, Money, dollars, enteredNumber, toCents, toMoney } from './wire.js';

const amount: NumberRule = { least: 0, most: 9_999_999.99, decimals: 2, isDollars: true };
const players: NumberRule = { least: 2, most: 4 };
const degrees: NumberRule = { least: -90, most: 90, decimals: 8 };

/**
 * The ways in which people type a number: digits of any script, thousands separators, surrounding
 * spaces, and a dollar sign.
 */
const typedForm = fc.record({
  zero: fc.constantFrom('0', '\uFF10', '\u0660', '\u0966'),
  separator: fc.constantFrom('', ',', ' ', '\u00A0', '\u202F'),
  around: fc.constantFrom('', ' ', '\u00A0', '\n', '\u202A'),
  sign: fc.constantFrom('', '$', '$ ', '\uFF04'),
});

describe('an entered amount', () => {
  it('has the same cents in every form that people type', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        typedForm,
        (cents, { zero, separator, around, sign }) => {
          const [whole, fraction] = toMoney(cents).split('.') as [string, string];
          const grouped = Number(whole).toLocaleString('en-US').replaceAll(',', separator);
          const typed = `${around}${sign}${grouped}.${fraction}${around}`.replace(/\d/g, (digit) =>
            String.fromCodePoint(zero.codePointAt(0)! + Number(digit)),
          );
          expect(toCents(parseNumber(typed, amount).value!)).toBe(cents);
        },
      ),
    ));

  it('with a decimal comma is never another amount', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999 }),
        fc.stringMatching(/^(?:\d{1,2}|\d{4,6})$/),
        (whole, fraction) => {
          const { problem } = parseNumber(`${whole},${fraction}`, amount);
          expect(problem).toBe(`Use a point for decimals, such as ${whole}.${fraction}`);
        },
      ),
    ));

  it('is a plain decimal string within its limits, or refused', () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[-$ \d.,]{1,14}$/)),
        (text) => {
          const { value, problem } = parseNumber(text, amount);
          if (value === undefined) return expect(problem).toMatch(/^(?:Enter|Use) /);
          expect(value).toMatch(/^(?:0|[1-9]\d{0,6})(?:\.\d{1,2})?$/);
          expect(parseNumber(value, amount).value).toBe(value);
        },
      ),
    ));

  it.each([
    ['1,234.50', '1234.50'],
    ['$80', '80'],
    [' 80 ', '80'],
    ['１２０．５０', '120.50'],
    ['12.', '12'],
    ['.5', '0.5'],
    ['007', '7'],
    ['80.000', '80'],
    ['-0', '0'],
    ['-0.00', '0.00'],
  ])('"%s" is %s', (text, value) => expect(parseNumber(text, amount).value).toBe(value));

  it.each([
    ['99,50', 'Use a point for decimals, such as 99.50'],
    ['1.234,50', 'Use a point for decimals, such as 1234.50'],
    ['1.234', 'Use at most 2 decimals'],
    ['12,34,567', 'Enter an amount such as 120.00'],
    ['1,234 567', 'Enter an amount such as 120.00'],
    ['1e3', 'Enter an amount such as 120.00'],
    ['-5', 'Enter an amount between $0 and $9,999,999.99'],
    ['10 000 000', 'Enter an amount between $0 and $9,999,999.99'],
    ['', 'Enter an amount such as 120.00'],
    ['80 dollars', 'Enter an amount such as 120.00'],
  ])('"%s" is refused: %s', (text, problem) =>
    expect(parseNumber(text, amount).problem).toBe(problem),
  );
});

describe('an entered number', () => {
  it.each([
    ['3', players, '3'],
    ['4.0', players, '4'],
    ['-33.5312', degrees, '-33.5312'],
    ['\u221233.5312', degrees, '-33.5312'],
  ])('"%s" may be entered', (text, rule, value) =>
    expect(parseNumber(text, rule).value).toBe(value),
  );

  it.each([
    ['2.5', players, 'Enter a whole number'],
    ['1', players, 'Enter a number between 2 and 4'],
    ['two', players, 'Enter a number'],
    ['$3', players, 'Enter a number'],
    ['33,5312', degrees, 'Use a point for decimals, such as 33.5312'],
    ['33,531', degrees, 'Enter a number between -90 and 90'],
  ])('"%s" is refused', (text, rule, problem) =>
    expect(parseNumber(text, rule).problem).toBe(problem),
  );
});

describe('an amount in a request', () => {
  const rate = dollars({ least: 1, most: 10_000 });
  const messages = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

  it('is stored as a decimal string', () => {
    expect(rate.parse('$1,234.50')).toBe('1234.50');
    expect(AnyAmount.parse(' 1,234.500 ')).toBe('1234.500');
    expect(Money.parse('0')).toBe('0');
  });

  it.each([
    [rate, '99,50', ['Use a point for decimals, such as 99.50']],
    [rate, '0.5', ['Enter an amount between $1 and $10,000']],
    [rate, '12345678', ['Enter an amount between $1 and $10,000']],
    [Money, '1e3', ['Enter an amount such as 120.00']],
    [AnyAmount, '$5', ['Enter a number']],
    [enteredNumber({ least: 2, most: 4 }), '2,5', ['Enter a number']],
    [enteredNumber({ least: 2, most: 4 }), 5, ['Enter a number between 2 and 4']],
    [enteredNumber({ least: 2, most: 4 }), 2.5, ['Enter a whole number']],
    [enteredNumber({ least: 2, most: 4 }), null, ['Enter a number']],
  ])('is refused with one message: %#', (schema, value, problems) =>
    expect(messages(schema, value)).toEqual(problems),
  );

  it('may be a number if a number is stored', () =>
    expect(enteredNumber({ least: -90, most: 90, decimals: 20 }).parse(1e-7)).toBe(1e-7));
});
