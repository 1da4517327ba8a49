import { expect, it } from '@jest/globals';
import { toCsv } from './csv';

it('quotes text, leaves numbers and missing values bare, and never starts a formula', () => {
  expect(
    toCsv([
      ['Court', 'Paid out', 'Note'],
      ['Camelback "Clay", East', -12.5, null],
      ['=HYPERLINK("x")', 0, '-2 hours'],
    ]),
  ).toBe(
    [
      '"Court","Paid out","Note"',
      '"Camelback ""Clay"", East",-12.5,',
      '"\'=HYPERLINK(""x"")",0,"\'-2 hours"',
      '',
    ].join('\r\n'),
  );
});

it.each(['=', '+', '-', '@', '\t', '\r', '\n', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'])(
  'never starts a formula with %j',
  (character) => expect(toCsv([[`${character}1+1`]])).toBe(`"'${character}1+1"\r\n`),
);

it('keeps the cents of amounts, which stay numbers', () =>
  expect(toCsv([['660.00', '-297.50', '-1+1']])).toBe(`660.00,-297.50,"'-1+1"\r\n`));
