import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { allEvents } from '../event-sets.js';
import type { EventDefinition, RecordedEvent } from '../platform/kernel/events.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import type { Violation } from './check.js';

type ReadableEvent = Pick<Violation, 'stream' | 'revision'> & Readonly<{ fields: string }>;

/**
 * Checks that no event of an erased person can be opened. `erasedAt` of the log decides who is
 * erased, not the vault.
 */
export const erasureChecker = (
  spillDatabase: DatabaseSync,
): {
  takeEvent(recordedEvent: RecordedEvent): void;
  readable(erasedBefore: string): Generator<Violation>;
} => {
  const definitions = new Map<string, EventDefinition>(
    allEvents.flatMap((eventSet) => Object.entries(eventSet.definitions)),
  );
  const erasedAt = new SpilledMap<string>(spillDatabase, 'erased people');
  /** The first event of each person with personal data that could be opened. */
  const firstReadable = new SpilledMap<ReadableEvent>(spillDatabase, 'readable people');

  return {
    takeEvent({ type, stream, revision, data }) {
      const fieldsByName = data as Readonly<Record<string, unknown>>;
      if (type === 'AccountErased')
        erasedAt.set(String(fieldsByName['userId']), String(fieldsByName['erasedAt']));
      for (const { of, erased } of definitions.get(type)?.personal ?? []) {
        const userId = String(fieldsByName[of]);
        const openFields = Object.keys(erased).filter(
          (name) => !isDeepStrictEqual(fieldsByName[name], erased[name]),
        );
        if (openFields.length > 0 && !firstReadable.has(userId))
          firstReadable.set(userId, { stream, revision, fields: openFields.join(', ') });
      }
    },
    /** An erasure may happen while the log is read, so only earlier ones count. */
    *readable(erasedBefore) {
      for (const [userId, instant] of [...erasedAt.entriesInOrder()]) {
        const readableEvent = firstReadable.get(userId);
        if (!readableEvent || instant >= erasedBefore) continue;
        const { stream, revision, fields } = readableEvent;
        const problem = `${userId} was erased at ${instant}, but ${fields} can still be read`;
        yield { stream, revision, problem };
      }
    },
  };
};
