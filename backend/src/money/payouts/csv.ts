/** A spreadsheet takes text that starts like this for a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

const quotedCell = (cellText: string): string =>
  `"${(FORMULA_START.test(cellText) ? `'${cellText}` : cellText).replaceAll('"', '""')}"`;

/** CSV (RFC 4180) with every cell quoted and formulas escaped. */
export const toCsv = (csvRows: readonly (readonly string[])[]): string =>
  csvRows.map((csvRow) => `${csvRow.map(quotedCell).join(',')}\r\n`).join('');
