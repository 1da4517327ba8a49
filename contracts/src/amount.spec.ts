import { describe, expect, it } from '@jest/globals';
import { formatAmount, toAmount } from './amount.js';

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
});
