import { quotedCell } from '@courtly/contracts/csv';

/** CSV (RFC 4180) in which every cell is quoted and formulas are escaped. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quotedCell).join(',')}\r\n`).join('');
