import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { firstVisibleRevision, isSoftDeleted, oldestVisibleMs } from '../domain/stream-metadata.js';
import {
  DamagedEventError,
  EVENT_COLUMNS,
  toStoredEvent,
  type EventColumns,
  type StoredEvent,
} from './checksum.js';
import type { StreamState } from './stream-state.js';

/**
 * A recorded event: `record` is the encoded RecordedEvent message, `stream` the name of its stream.
 */
export type EventRow = Pick<StoredEvent, 'position' | 'revision' | 'stream' | 'type' | 'record'>;

export type ReadDirection = 'forwards' | 'backwards';

/** Limits the record bytes in memory per reader. */
const PAGE_BYTES = 1024 * 1024;
const PAGE_ROWS = 100;
const MAX_CACHED_NAMES = 20_000;

const directionSql = {
  forwards: { limit: '>=', by: 'ASC' },
  backwards: { limit: '<=', by: 'DESC' },
};

const prepareAllQuery = (
  database: DatabaseSync,
  { limit, by }: (typeof directionSql)[ReadDirection],
) =>
  database.prepare(`
    SELECT stream, ${EVENT_COLUMNS} FROM events
    WHERE position ${limit} ? ORDER BY position ${by} LIMIT ?`);

const prepareStreamQuery = (
  database: DatabaseSync,
  { limit, by }: (typeof directionSql)[ReadDirection],
) =>
  database.prepare(`
    SELECT ${EVENT_COLUMNS} FROM events
    WHERE revision ${limit} ? AND stream = ? AND revision >= ? AND created >= ? ORDER BY revision ${by} LIMIT ?`);

function takePage<Row extends EventColumns>(rowIterator: Iterable<unknown>): Row[] {
  const pageRows: Row[] = [];
  let pageBytes = 0;
  for (const pageRow of rowIterator as Iterable<Row>) {
    pageRows.push(pageRow);
    pageBytes += pageRow.record.length;
    if (pageBytes >= PAGE_BYTES) break;
  }
  return pageRows;
}

/**
 * The events of a page before the first damaged one, so that intact events are served first. Throws
 * its DamagedEventError if it is the first.
 */
function intactEvents<Row extends EventColumns>(
  pageRows: readonly Row[],
  nameOf: (row: Row) => string,
): EventRow[] {
  const eventRows: EventRow[] = [];
  for (const row of pageRows)
    try {
      eventRows.push(toStoredEvent(row, nameOf(row)));
    } catch (error) {
      if (!(error instanceof DamagedEventError) || eventRows.length === 0) throw error;
      break;
    }
  return eventRows;
}

/** Caches stream names by id, because looking one up takes as long as reading an event. */
function createNameLookup(database: DatabaseSync): (streamId: number) => string {
  const nameCache = new Map<number, string>();
  const selectName = database.prepare('SELECT name FROM streams WHERE id = ?');
  return (streamId) => {
    const cachedName = nameCache.get(streamId);
    if (cachedName !== undefined) return cachedName;
    if (nameCache.size === MAX_CACHED_NAMES) nameCache.clear();
    const streamName = String(selectName.get(streamId)?.name);
    nameCache.set(streamId, streamName);
    return streamName;
  };
}

/**
 * Reads pages of events. An empty page means that there are no more events for now. Limits from
 * metadata apply to streams only. A page ends before a damaged event, and a page that would start
 * with one throws its DamagedEventError.
 */
export function createEventReader(database: DatabaseSync) {
  const allStatements: Record<ReadDirection, StatementSync> = {
    forwards: prepareAllQuery(database, directionSql.forwards),
    backwards: prepareAllQuery(database, directionSql.backwards),
  };
  const streamStatements: Record<ReadDirection, StatementSync> = {
    forwards: prepareStreamQuery(database, directionSql.forwards),
    backwards: prepareStreamQuery(database, directionSql.backwards),
  };
  const lookUpName = createNameLookup(database);
  const positionStatement = database.prepare('SELECT 1 FROM events WHERE position = ?');

  return {
    /** Events of the whole log from `startPosition`, inclusive. */
    readAll(startPosition: number, readDirection: ReadDirection, maxEvents: number): EventRow[] {
      const pageRows = takePage<EventColumns & { stream: number }>(
        allStatements[readDirection].iterate(startPosition, Math.min(maxEvents, PAGE_ROWS)),
      );
      return intactEvents(pageRows, ({ stream }) => lookUpName(stream));
    },

    /** Events of one stream from `startRevision`, inclusive, without those its metadata hides. */
    readStream(
      { name, id, last, bounds }: StreamState,
      startRevision: number,
      readDirection: ReadDirection,
      maxEvents: number,
    ): EventRow[] {
      const isPastEnd = readDirection === 'forwards' ? startRevision > last : startRevision < 0;
      if (id === undefined || isPastEnd || isSoftDeleted(bounds)) return [];
      const oldestCreated = oldestVisibleMs(bounds, Date.now());
      const pageRows = takePage(
        streamStatements[readDirection].iterate(
          startRevision,
          id,
          firstVisibleRevision(bounds, last),
          oldestCreated,
          Math.min(maxEvents, PAGE_ROWS),
        ),
      );
      return intactEvents(pageRows, () => name);
    },

    /** Whether an event was recorded at exactly this position. */
    isBoundary: (logPosition: number): boolean => positionStatement.get(logPosition) !== undefined,
  };
}
export type EventReader = ReturnType<typeof createEventReader>;
