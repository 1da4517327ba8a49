import type { AuditExport } from '@courtly/contracts/audit';
import { csvOf } from '../../money/payouts/csv.js';
import type { PlaceInAudit } from './audit-filter.js';
import type { Audited } from './audit.projection.js';

export type Row = Audited & Readonly<{ _id: string; position: string }>;

const head = [
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

const cells = (row: Row): string[] => [
  ...[row.at, row.type, row.stream, row.actorId, row.actorRole, row.people.join(' ')],
  ...[row.courtId ?? '', row.bookingId ?? '', row.requestId, row._id],
];

const object = ({ _id: id, position: _, ...its }: Row) => ({ id, ...its });

/** What a file begins with, and rows of it as text. */
export const formats: Readonly<
  Record<
    AuditExport['format'],
    Readonly<{ head: string; type: string; text(rows: readonly Row[]): string }>
  >
> = {
  csv: {
    head: csvOf([head]),
    type: 'text/csv; charset=utf-8',
    text: (rows) => csvOf(rows.map(cells)),
  },
  jsonl: {
    head: '',
    type: 'application/jsonl; charset=utf-8',
    text: (rows) => rows.map((row) => `${JSON.stringify(object(row))}\n`).join(''),
  },
};

/** Rows page by page, up to so many in all. */
export async function* upTo(
  most: number,
  pageSize: number,
  rowsAfter: (place: PlaceInAudit | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let place: PlaceInAudit | undefined;
  for (let left = most; left > 0;) {
    const limit = Math.min(pageSize, left);
    const rows = await rowsAfter(place, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    left -= rows.length;
    const { at, position } = rows.at(-1)!;
    place = { at, position };
  }
}
