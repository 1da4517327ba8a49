import type { AuditExport } from '@courtly/contracts/audit';
import { toCsv } from '../../money/payouts/csv.js';
import type { AuditCursor } from './audit-filter.js';
import type { Audited } from './audit.projection.js';

export type AuditRow = Audited & Readonly<{ _id: string; position: string }>;

const columnTitles = [
  ...[
    'Decided at (UTC)',
    'Event',
    'Stream',
    'Actor',
    'Role',
    'Concerns',
    'Court',
    'Booking',
    'Request',
    'Event id',
  ],
];

const columnValues = (row: AuditRow): string[] => [
  ...[row.at, row.type, row.stream, row.actorId, row.actorRole, row.people.join(' ')],
  ...[row.courtId ?? '', row.bookingId ?? '', row.requestId, row._id],
];

const jsonObject = ({ _id: id, position: _, ...fields }: AuditRow) => ({ id, ...fields });

export const exportFormats: Readonly<
  Record<
    AuditExport['format'],
    Readonly<{ head: string; type: string; text(rows: readonly AuditRow[]): string }>
  >
> = {
  csv: {
    head: toCsv([columnTitles]),
    type: 'text/csv; charset=utf-8',
    text: (rows) => toCsv(rows.map(columnValues)),
  },
  jsonl: {
    head: '',
    type: 'application/jsonl; charset=utf-8',
    text: (rows) => rows.map((row) => `${JSON.stringify(jsonObject(row))}\n`).join(''),
  },
};

/** Yields page after page, with at most `maxRows` rows in total. */
export async function* pagesUpTo(
  maxRows: number,
  pageSize: number,
  rowsAfter: (cursor: AuditCursor | undefined, limit: number) => Promise<readonly AuditRow[]>,
): AsyncGenerator<readonly AuditRow[]> {
  let cursor: AuditCursor | undefined;
  for (let remainingRows = maxRows; remainingRows > 0;) {
    const pageLimit = Math.min(pageSize, remainingRows);
    const pageRows = await rowsAfter(cursor, pageLimit);
    if (pageRows.length > 0) yield pageRows;
    if (pageRows.length < pageLimit) return;
    remainingRows -= pageRows.length;
    const { at, position } = pageRows.at(-1)!;
    cursor = { at, position };
  }
}
