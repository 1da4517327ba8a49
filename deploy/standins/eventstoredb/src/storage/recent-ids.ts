import type { DatabaseSync } from 'node:sqlite';

const MAX_STREAMS = 100;
/** Once a stream has this many known ids, they are read again, so that old ones are forgotten. */
const MAX_IDS = 5_000;

/**
 * Knows the ids of the last events of streams that get appends without an exact revision, so that
 * such an append need not read them from the file. `forget` clears it after a rollback.
 */
export function createRecentIds(database: DatabaseSync) {
  const revisionsByStream = new Map<number, Map<string, number>>();
  const selectIds = database.prepare(
    'SELECT id, revision FROM events WHERE stream = ? AND revision > ? ORDER BY revision DESC',
  );

  function readRevisions(streamId: number, lastRevision: number, eventCount: number) {
    const rows = selectIds.all(streamId, lastRevision - eventCount);
    const revisions = new Map(rows.map(({ id, revision }) => [String(id), Number(revision)]));
    if (revisionsByStream.size === MAX_STREAMS) revisionsByStream.clear();
    revisionsByStream.set(streamId, revisions);
    return revisions;
  }

  return {
    /** The revision of an event if it is one of the last `eventCount` events of its stream. */
    revisionOf(
      eventId: string,
      streamId: number,
      lastRevision: number,
      eventCount: number,
    ): number | undefined {
      const known = revisionsByStream.get(streamId);
      const isComplete =
        known && known.size < MAX_IDS && known.size >= Math.min(eventCount, lastRevision + 1);
      const revisions = isComplete ? known : readRevisions(streamId, lastRevision, eventCount);
      const revision = revisions.get(eventId);
      return revision !== undefined && revision > lastRevision - eventCount ? revision : undefined;
    },
    /** Notes a new event. */
    add: (eventId: string, streamId: number, revision: number): void =>
      void revisionsByStream.get(streamId)?.set(eventId, revision),
    forget: (): void => revisionsByStream.clear(),
  };
}
