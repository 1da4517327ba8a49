import { describe, expect, it } from '@jest/globals';
import { createPrinter } from './exports.js';

const printed = (format: 'csv' | 'jsonl', ...rows: Record<string, unknown>[]) => {
  const lines: string[] = [];
  const print = createPrinter({ print: (line) => void lines.push(line) }, format, {
    inputPosition: '7',
  });
  rows.forEach(print);
  return lines;
};

describe('an export', () => {
  it('is CSV that spreadsheets do not execute, with its source in each row', () =>
    expect(
      printed(
        'csv',
        { name: '=1+1', list: ['a', 'b'], none: null },
        { name: 'Ana "A"', list: [], none: 2 },
      ),
    ).toEqual([
      '"name","list","none","inputPosition"\r',
      '"\'=1+1","a b","","7"\r',
      '"Ana ""A""","","2","7"\r',
    ]));

  it('is JSON Lines with its source in the first line', () =>
    expect(printed('jsonl', { name: '=1+1' })).toEqual([
      '{"inputPosition":"7"}',
      '{"name":"=1+1"}',
    ]));
});
