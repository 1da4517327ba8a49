import type { DatabaseSync } from 'node:sqlite';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import type { RegisteredErasure } from '../platform/vault/erasure-register.js';
import type { Violation } from './check.js';
import { SEPARATE_KEYS } from './separate-keys.js';

/**
 * The contents of the vault and the register. An erasure is first requested and last completed in
 * the log, so each field is read before or after the log.
 */
export type KeyRecords = Readonly<{
  /** Read before the log: the ids whose key was removed without an erasure instant. */
  removed: readonly string[];
  /** Read before the log. */
  register: readonly RegisteredErasure[];
  /** Read after the log: those of `erasedIds` that still have a key. */
  present: ReadonlySet<string>;
}>;

/** `by` is the erased account, or the application if it was erased separately. */
type Erasure = Readonly<{ by: string; at: string; isFinished: boolean }>;

const inVault = (problem: string): Violation => ({ stream: 'vault', revision: null, problem });

/** Compares the keys in the vault and the erasure register with the erasures in the log. */
export const erasedKeysChecker = (spillDatabase: DatabaseSync) => {
  const erasures = new SpilledMap<Erasure>(spillDatabase, 'erasures of accounts and applications');
  const accounts = new SpilledMap<true>(spillDatabase, 'accounts');
  /** The account of each application; empty if it has none. */
  const applicants = new SpilledMap<string>(spillDatabase, 'accounts of applications');

  /** Guests of bookings. */
  const guests = new SpilledMap<true>(spillDatabase, 'guests of bookings');

  const erasureOf = (id: string) => erasures.get(id) ?? erasures.get(applicants.get(id) ?? '');

  return {
    takeEvent({ type, data }: RecordedEvent) {
      const fields = data as Readonly<Record<string, unknown>>;
      const userId = String(fields['userId'] ?? '');
      if (type === 'UserRegistered') accounts.set(userId, true);
      if (type === 'GuestAdded') guests.set(String(fields['guestId']), true);
      if (type === 'HostApplied' || type === 'PlayerApplied' || type === 'ApplicationClaimed')
        applicants.set(String(fields['applicationId']), userId);
      if (type === 'AccountErasureRequested')
        erasures.set(userId, { by: userId, at: String(fields['requestedAt']), isFinished: false });
      if (type === 'AccountErased')
        erasures.set(userId, { by: userId, at: String(fields['erasedAt']), isFinished: true });
      const keyIdField = SEPARATE_KEYS[type];
      if (keyIdField) {
        const [id, at] = [String(fields[keyIdField]), String(fields['erasedAt'])];
        erasures.set(id, { by: id, at, isFinished: true });
      }
      if (type === 'GuestErasureRequested') {
        const [id, at] = [String(fields['guestId']), String(fields['requestedAt'])];
        erasures.set(id, { by: id, at, isFinished: false });
      }
      if (type === 'ApplicationErasureRequested') {
        const [id, at] = [String(fields['applicationId']), String(fields['requestedAt'])];
        erasures.set(id, { by: id, at, isFinished: false });
      }
    },

    /**
     * The accounts and separate applications that the log has erased, and the applications of those
     * accounts.
     */
    *erasedIds(): Generator<string> {
      for (const [userId, { isFinished }] of [...erasures.entriesInOrder()])
        if (isFinished) yield userId;
      for (const [applicationId, userId] of [...applicants.entriesInOrder()])
        if (userId && erasures.get(userId)?.isFinished) yield applicationId;
    },

    /** Considers only register entries and erasures that are older than `erasedBefore` (UTC). */
    violations({ removed, register, present }: KeyRecords, erasedBefore: string): Violation[] {
      const registered = new Map(register.map((erasure) => [erasure.id, erasure]));
      const isUsed = (id: string) => accounts.has(id) || applicants.has(id) || guests.has(id);
      const unexplained = removed.filter(
        (id) => isUsed(id) && !erasureOf(id) && !registered.has(id),
      );
      const returned = [...present].flatMap((id) => {
        const finishedAt = erasureOf(id)?.isFinished ? erasureOf(id)!.at : null;
        const at = finishedAt ?? registered.get(id)?.erasedAt;
        return at && (finishedAt || at < erasedBefore) ? [{ id, at }] : [];
      });
      const forgotten = new Map(
        register
          .filter(({ accountId }) => isUsed(accountId) && !erasures.has(accountId))
          // No request precedes the erasure of a guest whose retention period has ended.
          .filter(({ accountId, erasedAt }) => !guests.has(accountId) || erasedAt < erasedBefore)
          .map(({ accountId, erasedAt }) => [accountId, erasedAt]),
      );
      const unregistered = [...erasures.entriesInOrder()].filter(
        ([userId, { at, isFinished }]) =>
          isFinished && at < erasedBefore && !registered.has(userId),
      );
      return [
        ...unexplained.map((id) =>
          inVault(`the key of ${id} was removed, but no one requested an erasure`),
        ),
        ...returned.map(({ id, at }) =>
          inVault(`${id} was erased at ${at}, but the vault has a key again`),
        ),
        ...[...forgotten].map(([accountId, at]) =>
          inVault(`${accountId} was erased at ${at} by the register, but not by the log`),
        ),
        ...unregistered.map(([userId]) =>
          inVault(`${userId} was erased, but is missing from the erasure register`),
        ),
      ];
    },
  };
};
