import { toCsv } from '../../money/payouts/csv.js';

/** One line of CSV. Null is an empty cell. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  toCsv([cells.map((cell) => (cell === null ? '' : String(cell)))]);
