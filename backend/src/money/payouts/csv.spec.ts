import { describe, expect, it } from '@jest/globals';
import { toCsv } from './csv.js';

describe('a file for spreadsheets', () => {
  it('quotes every cell, and ends every row', () =>
    expect(
      toCsv([
        ['a', 'b "c", d'],
        ['', 'e\nf'],
      ]),
    ).toBe('"a","b ""c"", d"\r\n"","e\nf"\r\n'));

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('carries out nothing of %j', (text) =>
    expect(toCsv([[text]])).toBe(`"'${text}"\r\n`),
  );

  it('leaves other texts as they are', () =>
    expect(toCsv([['29.70 = half']])).toBe('"29.70 = half"\r\n'));
});
