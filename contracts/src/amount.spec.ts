import { describe, expect, it } from '@jest/globals';
import { centsOf, formatAmount, formatCents, toAmount, withCents } from './amount.js';

describe('an amount', () => {
  it.each([
    [1_200, 'usd', '$12.00'],
    [123_456, 'usd', '$1,234.56'],
    [1_200, 'eur', 'EUR 12.00'],
    [1_200, 'jpy', 'JPY 1200'],
    [1_200, 'kwd', 'KWD 1.200'],
    [1_200, 'xxx', '12.00 in an unknown currency'],
    [1_200, 'euro!', '12.00 in an unknown currency'],
    [1_200, '', '12.00 in an unknown currency'],
  ])('of %i in "%s" is shown as %s', (cents, currency, text) =>
    expect(formatAmount(toAmount(cents, currency))).toBe(text),
  );

  it('in a text is replaced with cents for programs', () => {
    const amounts = [formatCents(123_456), formatCents(-250), formatCents(1)];
    const foreign = [formatCents(-1_999, 'eur'), formatCents(500, 'jpy')];
    expect(withCents(`pi_1 has ${[...amounts, ...foreign].join(', ')} since 2027-03-10`)).toBe(
      'pi_1 has 123456, -250, 1, -1999 eur, 500 jpy since 2027-03-10',
    );
  });

  it.each([
    ['100', 'jpy', 100],
    ['100.5', 'jpy', null],
    ['100.50', 'jpy', null],
    ['100.00', 'jpy', null],
    ['100', 'usd', 10_000],
    ['100.5', 'usd', 10_050],
    ['0.05', 'usd', 5],
    ['100.005', 'usd', null],
    ['1.2', 'kwd', 1_200],
    ['1.205', 'kwd', 1_205],
    ['1.2055', 'kwd', null],
  ])('of "%s" in %s has %p cents', (amount, currency, cents) =>
    expect(centsOf({ amount, currency })).toBe(cents),
  );
});
