import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { EventDefinition, EventSet, RecordedEvent } from '../platform/kernel/events.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import type { Violation } from './check.js';
import { SEPARATE_KEYS } from './separate-keys.js';

type ReadableEvent = Pick<Violation, 'stream' | 'revision'> & Readonly<{ fields: string }>;

/**
 * Checks that no event of an erased person or of their applications can be opened. Who is erased is
 * decided by `erasedAt` in the log, not by the vault.
 */
export const erasureChecker = (
  spillDatabase: DatabaseSync,
  eventSets: readonly EventSet[],
): {
  takeEvent(recordedEvent: RecordedEvent): void;
  readable(erasedBefore: string): Generator<Violation>;
} => {
  const definitions = new Map<string, EventDefinition>(
    eventSets.flatMap((eventSet) => Object.entries(eventSet.definitions)),
  );
  const erasedAt = new SpilledMap<string>(spillDatabase, 'erased people');
  /** For each person, the first event with personal data that could be opened. */
  const firstReadable = new SpilledMap<ReadableEvent>(spillDatabase, 'readable people');

  const applicationsByUser = new SpilledMap<string[]>(spillDatabase, 'applications of people');

  return {
    takeEvent({ type, stream, revision, data }) {
      const fieldsByName = data as Readonly<Record<string, unknown>>;
      if (type === 'AccountErased')
        erasedAt.set(String(fieldsByName['userId']), String(fieldsByName['erasedAt']));
      const keyIdField = SEPARATE_KEYS[type];
      if (keyIdField)
        erasedAt.set(String(fieldsByName[keyIdField]), String(fieldsByName['erasedAt']));
      if (typeof fieldsByName['applicationId'] === 'string' && fieldsByName['userId']) {
        const [applicationId, userId] = [fieldsByName['applicationId'], fieldsByName['userId']];
        const known = applicationsByUser.get(String(userId)) ?? [];
        applicationsByUser.set(String(userId), [...new Set([...known, applicationId])]);
      }
      for (const { of, erased } of definitions.get(type)?.personal ?? []) {
        const userId = String(fieldsByName[of]);
        const openFields = Object.keys(erased).filter(
          (name) => !isDeepStrictEqual(fieldsByName[name], erased[name]),
        );
        if (openFields.length > 0 && !firstReadable.has(userId))
          firstReadable.set(userId, { stream, revision, fields: openFields.join(', ') });
      }
    },
    /** An erasure may happen while the log is being read, so only earlier erasures count. */
    *readable(erasedBefore) {
      for (const [userId, instant] of [...erasedAt.entriesInOrder()]) {
        if (instant >= erasedBefore) continue;
        for (const id of [userId, ...(applicationsByUser.get(userId) ?? [])]) {
          const readableEvent = firstReadable.get(id);
          if (!readableEvent) continue;
          const { stream, revision, fields } = readableEvent;
          const problem = `${userId} was erased at ${instant}, but ${fields} can still be read`;
          yield { stream, revision, problem };
        }
      }
    },
  };
};
