import type { DatabaseSync } from 'node:sqlite';

const MAX_STREAMS = 100;
/** Once a stream has this many more ids than an append needs, old ones are forgotten. */
const MAX_SPARE_IDS = 5_000;

/** `lowest` is the first revision from which all ids are known. */
type KnownIds = Readonly<{ lowest: number; revisions: Map<string, number> }>;

/**
 * Knows the ids of the last events of streams that get appends without an exact revision, so that
 * such an append need not read them from the file. `forget` clears it after a rollback.
 */
export function createRecentIds(database: DatabaseSync) {
  const idsByStream = new Map<number, KnownIds>();
  const selectIds = database.prepare(
    'SELECT id, revision FROM events WHERE stream = ? AND revision > ? ORDER BY revision DESC',
  );

  function readIds(streamId: number, lastRevision: number, eventCount: number): KnownIds {
    const rows = selectIds.all(streamId, lastRevision - eventCount);
    const revisions = new Map(rows.map(({ id, revision }) => [String(id), Number(revision)]));
    if (idsByStream.size === MAX_STREAMS) idsByStream.clear();
    const known = { lowest: lastRevision - eventCount + 1, revisions };
    idsByStream.set(streamId, known);
    return known;
  }

  return {
    /** The revision of an event if it is one of the last `eventCount` events of its stream. */
    revisionOf(
      eventId: string,
      streamId: number,
      lastRevision: number,
      eventCount: number,
    ): number | undefined {
      const known = idsByStream.get(streamId);
      const isUsable =
        known &&
        known.lowest <= Math.max(0, lastRevision - eventCount + 1) &&
        known.revisions.size < eventCount + MAX_SPARE_IDS;
      const { revisions } = isUsable ? known : readIds(streamId, lastRevision, eventCount);
      const revision = revisions.get(eventId);
      return revision !== undefined && revision > lastRevision - eventCount ? revision : undefined;
    },
    /** Records a new event. */
    add: (eventId: string, streamId: number, revision: number): void =>
      void idsByStream.get(streamId)?.revisions.set(eventId, revision),
    forget: (): void => idsByStream.clear(),
  };
}
