/** What a spreadsheet would take for a formula begins like this. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (text: string): string =>
  `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Rows as CSV (RFC 4180): every cell quoted, and none that a spreadsheet would carry out. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
