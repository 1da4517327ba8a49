import type { VaultDatabase } from '../stores/vault-database.js';
import type { KeyWrapping, Wrapped } from './key-wrapping.js';
import { type KeyDocument, placeOf } from './person-keys.js';
import { CHECK, type KeyCheck } from './secrets-check.service.js';

const BATCH = 500;

/**
 * Wraps every key with the newest of KEY_SECRETS, so the older ones can be dropped. Can be
 * interrupted and repeated. Calls `tell` with the number done and returns the number wrapped.
 * @throws Error if a key is wrapped with an unlisted secret
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
      // Skips a key that was erased in the meantime.
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
  // Last, so a start without the older secrets fails until all keys are done.
  const checks = await vault.call((db) =>
    db.collection<KeyCheck>('checks').find({ _id: CHECK }).toArray(),
  );
  for (const check of checks)
    await vault.call((db) =>
      db.collection<KeyCheck>('checks').updateOne({ _id: CHECK }, { $set: again(check, CHECK) }),
    );
  return done;
};
