import { describe, expect, it } from '@jest/globals';
import { toCsv } from './csv.js';

describe('a CSV file', () => {
  it('quotes every cell and ends every row', () =>
    expect(
      toCsv([
        ['a', 'b "c", d'],
        ['', 'e\nf'],
      ]),
    ).toBe('"a","b ""c"", d"\r\n"","e\nf"\r\n'));

  it.each([
    ...(['=1+1', '+1', '-1+1', '--1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'] as const),
    ...(['\uFF1D1+1', '\uFF0B1', '\uFF0D1', '\uFF20SUM(A1)'] as const),
  ])('escapes %j', (text) => expect(toCsv([[text]])).toBe(`"'${text}"\r\n`));

  it.each(['-297.00', '-1'])('keeps the number %s', (text) =>
    expect(toCsv([[text]])).toBe(`"${text}"\r\n`),
  );

  it('leaves other text unchanged', () =>
    expect(toCsv([['29.70 = half']])).toBe('"29.70 = half"\r\n'));
});
