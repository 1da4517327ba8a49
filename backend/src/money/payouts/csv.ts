/** A spreadsheet treats text that starts like this as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

const quotedCell = (text: string): string =>
  `"${(FORMULA_START.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** CSV (RFC 4180) with every cell quoted and formulas escaped. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quotedCell).join(',')}\r\n`).join('');
