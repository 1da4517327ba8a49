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
