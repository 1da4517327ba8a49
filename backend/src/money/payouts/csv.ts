/**
 * Spreadsheets treat text that starts with one of these characters, including full-width ones, as a
 * formula.
 */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;
/** Negative amounts stay numbers. */
const NUMBER = /^-\d+(\.\d+)?$/;

const quotedCell = (text: string): string =>
  `"${(FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** CSV (RFC 4180) in which every cell is quoted and formulas are escaped. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quotedCell).join(',')}\r\n`).join('');
