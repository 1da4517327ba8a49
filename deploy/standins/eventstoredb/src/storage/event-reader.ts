import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { firstVisible, isSoftDeleted, visibleSince } from '../domain/stream-metadata.js';
import type { StreamState } from './stream-state.js';

/** A recorded event: `record` is the encoded RecordedEvent message, `stream` the name of its stream. */
export type Row = Readonly<{
  position: number;
  revision: number;
  stream: string;
  type: string;
  record: Uint8Array;
}>;

export type Direction = 'forwards' | 'backwards';

/** At most this many bytes of records are held per reader at a time. */
const PAGE_BYTES = 1024 * 1024;
const PAGE_ROWS = 100;
const NAMES = 20_000;

const order = { forwards: { limit: '>=', by: 'ASC' }, backwards: { limit: '<=', by: 'DESC' } };

const allEvents = (database: DatabaseSync, { limit, by }: (typeof order)[Direction]) =>
  database.prepare(`
    SELECT position, revision, stream, type, record FROM events
    WHERE position ${limit} ? ORDER BY position ${by} LIMIT ?`);

const streamEvents = (database: DatabaseSync, { limit, by }: (typeof order)[Direction]) =>
  database.prepare(`
    SELECT position, revision, type, record FROM events
    WHERE revision ${limit} ? AND stream = ? AND revision >= ? AND created >= ? ORDER BY revision ${by} LIMIT ?`);

type StoredRow = Omit<Row, 'stream'> & Readonly<{ stream: number }>;

function page<R extends { record: Uint8Array }>(rows: Iterable<unknown>): R[] {
  const taken: R[] = [];
  let bytes = 0;
  for (const row of rows as Iterable<R>) {
    taken.push(row);
    bytes += row.record.length;
    if (bytes >= PAGE_BYTES) break;
  }
  return taken;
}

/** Names of streams by their ids: the last ones asked for, since looking one up takes as long as reading an event. */
function streamNames(database: DatabaseSync): (id: number) => string {
  const names = new Map<number, string>();
  const findName = database.prepare('SELECT name FROM streams WHERE id = ?');
  return (id) => {
    const known = names.get(id);
    if (known !== undefined) return known;
    if (names.size === NAMES) names.clear();
    const name = String(findName.get(id)?.name);
    names.set(id, name);
    return name;
  };
}

/** Reads pages of events; an empty page means that there are no more for now. Bounds of metadata apply to streams only. */
export function eventReader(database: DatabaseSync) {
  const all: Record<Direction, StatementSync> = {
    forwards: allEvents(database, order.forwards),
    backwards: allEvents(database, order.backwards),
  };
  const ofStream: Record<Direction, StatementSync> = {
    forwards: streamEvents(database, order.forwards),
    backwards: streamEvents(database, order.backwards),
  };
  const nameOf = streamNames(database);
  const atPosition = database.prepare('SELECT 1 FROM events WHERE position = ?');

  return {
    /** Events of the whole log from `position` on, inclusive. */
    readAll(position: number, direction: Direction, limit: number): Row[] {
      const rows = page<StoredRow>(all[direction].iterate(position, Math.min(limit, PAGE_ROWS)));
      return rows.map((row) => ({ ...row, stream: nameOf(row.stream) }));
    },

    /** Events of one stream that its metadata lets readers see, from `revision` on, inclusive. */
    readStream(
      { id, last, bounds }: StreamState,
      revision: number,
      direction: Direction,
      limit: number,
    ): Row[] {
      const isPastTheEnd = direction === 'forwards' ? revision > last : revision < 0;
      if (id === undefined || isPastTheEnd || isSoftDeleted(bounds)) return [];
      const created = visibleSince(bounds, Date.now());
      const rows = Math.min(limit, PAGE_ROWS);
      return page(
        ofStream[direction].iterate(revision, id, firstVisible(bounds, last), created, rows),
      );
    },

    /** Whether an event was recorded at exactly this position. */
    isBoundary: (position: number): boolean => atPosition.get(position) !== undefined,
  };
}
export type EventReader = ReturnType<typeof eventReader>;
