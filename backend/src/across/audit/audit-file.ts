import type { AuditExport } from '@courtly/contracts/audit';
import { toCsv } from '../../money/payouts/csv.js';
import type { AuditCursor } from './audit-filter.js';
import type { AuditDocument } from './audit.projection.js';

export type AuditRow = AuditDocument & Readonly<{ _id: string; position: string }>;

const columnTitles = [
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
];

const columnValues = (auditRow: AuditRow): string[] => [
  auditRow.at,
  auditRow.type,
  auditRow.stream,
  auditRow.actorId,
  auditRow.actorRole,
  auditRow.people.join(' '),
  auditRow.courtId ?? '',
  auditRow.bookingId ?? '',
  auditRow.requestId,
  auditRow._id,
];

const jsonObject = ({ _id: id, position: _, facts: _facts, ...fields }: AuditRow) => ({
  id,
  ...fields,
});

export const exportFormats: Readonly<
  Record<
    AuditExport['format'],
    Readonly<{ head: string; type: string; text(auditRows: readonly AuditRow[]): string }>
  >
> = {
  csv: {
    head: toCsv([columnTitles]),
    type: 'text/csv; charset=utf-8',
    text: (auditRows) => toCsv(auditRows.map(columnValues)),
  },
  jsonl: {
    head: '',
    type: 'application/jsonl; charset=utf-8',
    text: (auditRows) =>
      auditRows.map((auditRow) => `${JSON.stringify(jsonObject(auditRow))}\n`).join(''),
  },
};

/** Yields one page at a time, up to `maxRows` rows in total. */
export async function* pagesUpTo(
  maxRows: number,
  pageSize: number,
  rowsAfter: (
    auditCursor: AuditCursor | undefined,
    pageLimit: number,
  ) => Promise<readonly AuditRow[]>,
): AsyncGenerator<readonly AuditRow[]> {
  let lastCursor: AuditCursor | undefined;
  for (let remainingRows = maxRows; remainingRows > 0;) {
    const pageLimit = Math.min(pageSize, remainingRows);
    const pageRows = await rowsAfter(lastCursor, pageLimit);
    if (pageRows.length > 0) yield pageRows;
    if (pageRows.length < pageLimit) return;
    remainingRows -= pageRows.length;
    const { at, position } = pageRows.at(-1)!;
    lastCursor = { at, position };
  }
}
