import { quotedCell } from '@courtly/contracts/csv';

export type CsvValue = string | number | null;

/** Amounts keep their cents and stay numbers. */
const DECIMAL = /^-?\d+(\.\d+)?$/;

const cellText = (value: CsvValue): string => {
  if (value === null) return '';
  if (typeof value === 'number' || DECIMAL.test(value)) return String(value);
  return quotedCell(value);
};

/** The text of a CSV file (RFC 4180). */
export const toCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

export const downloadCsv = (fileName: string, text: string): void => {
  // Excel reads a file as UTF-8 only with a byte order mark.
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  // Safari starts the download after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
