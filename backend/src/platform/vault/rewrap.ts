import type { VaultDatabase } from '../stores/vault-database.js';
import type { KeyWrapping, Wrapped } from './key-wrapping.js';
import { type KeyDocument, placeOf } from './person-keys.js';
import { CHECK, type KeyCheck } from './secrets-check.service.js';

const BATCH = 500;

/**
 * Wraps every key with the newest of KEY_SECRETS, so that the older ones can be dropped. Keys that are wrapped so already are
 * left alone: it can be interrupted and run again. `tell` hears how many are done. Answers how many it wrapped.
 * @throws Error where a key is wrapped with a secret that is not listed
 */
export const rewrap = async (
  vault: VaultDatabase,
  wrapping: KeyWrapping,
  interrupted: AbortSignal,
  tell: (done: number) => void,
): Promise<number> => {
  const again = (document: Wrapped, place: string) =>
    wrapping.wrap(wrapping.unwrap(document, place), place);
  let done = 0;
  for (let last = ''; ;) {
    interrupted.throwIfAborted();
    const older = await vault.call((db) =>
      db
        .collection<KeyDocument>('keys')
        .find({ _id: { $gt: last }, wrapped: { $ne: null }, secret: { $ne: wrapping.newest } })
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray(),
    );
    if (older.length === 0) break;
    const updates = older.map((document) => ({
      // Not where it was erased meanwhile.
      filter: { _id: document._id, wrapped: document.wrapped },
      update: { $set: again(document as Wrapped, placeOf(document)) },
    }));
    await vault.call((db) =>
      db.collection<KeyDocument>('keys').bulkWrite(
        updates.map((updateOne) => ({ updateOne })),
        { ordered: false },
      ),
    );
    last = older.at(-1)!._id;
    tell((done += older.length));
  }
  // Last, so that a start without the older secrets is refused until all keys are done.
  const checks = await vault.call((db) =>
    db.collection<KeyCheck>('checks').find({ _id: CHECK }).toArray(),
  );
  for (const check of checks)
    await vault.call((db) =>
      db.collection<KeyCheck>('checks').updateOne({ _id: CHECK }, { $set: again(check, CHECK) }),
    );
  return done;
};
