/** Spreadsheets run text that starts with one of these, including full-width ones, as a formula. */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;
/** Negative amounts stay numbers. */
const NUMBER = /^-\d+(\.\d+)?$/;

/** Text for a quoted cell of a CSV file (RFC 4180). An apostrophe keeps a formula from running. */
export const quotedCell = (text: string): string =>
  `"${(NUMBER.test(text) ? text : text.replace(FORMULA_START, "'$&")).replaceAll('"', '""')}"`;
