import { describe, expect, it } from '@jest/globals';
import { parseCsv } from './csv.js';

describe('CSV', () => {
  it('is read as records by the names of the first line', () =>
    expect(parseCsv('id,name\n1,Ada\n2,Bea\n')).toEqual([
      { id: '1', name: 'Ada' },
      { id: '2', name: 'Bea' },
    ]));
  it('may hold commas, quotes and line breaks in quoted fields', () =>
    expect(parseCsv('id,address\n1,"8 Bloomsbury Close, Boston"\n2,"the ""Hub""\nRoom 2"')).toEqual([
      { id: '1', address: '8 Bloomsbury Close, Boston' },
      { id: '2', address: 'the "Hub"\nRoom 2' },
    ]));
  it('may have empty fields, at the end of a line and of the file too', () =>
    expect(parseCsv('a,b\n,\nx,')).toEqual([
      { a: '', b: '' },
      { a: 'x', b: '' },
    ]));
  it('may end its lines as Windows does', () => expect(parseCsv('a,b\r\n1,2\r\n')).toEqual([{ a: '1', b: '2' }]));
  it('may hold no record', () => expect(parseCsv('a,b\n')).toEqual([]));
  it.each([
    ['a quote is not closed', 'a\n"x'],
    ['something follows a closing quote', 'a,b\n"x"y,z'],
    ['a quote stands within a plain field', 'a\nx"y'],
    ['a line is too short', 'a,b\n1'],
    ['a line is too long', 'a,b\n1,2,3'],
  ])('is refused when %s', (_, text) => expect(() => parseCsv(text)).toThrow(/line 2/));
});
