import type { VaultDatabase } from '../stores/vault-database.js';
import type { KeyWrapping, WrappedKey } from './key-wrapping.js';
import { type KeyDocument, wrappingPlace } from './person-keys.js';
import { CHECK, type KeyCheck } from './secrets-check.service.js';

const BATCH_SIZE = 500;

/**
 * Wraps every key with the newest of KEY_SECRETS, so the older ones can be dropped. Can be
 * interrupted and repeated. Calls `onProgress` with the number done and returns the number wrapped.
 * @throws Error if a key is wrapped with an unlisted secret
 */
export const rewrap = async (
  vault: VaultDatabase,
  keyWrapping: KeyWrapping,
  signal: AbortSignal,
  onProgress: (wrappedCount: number) => void,
): Promise<number> => {
  const rewrapKey = (document: WrappedKey, wrappingPlace: string) =>
    keyWrapping.wrapKey(keyWrapping.unwrapKey(document, wrappingPlace), wrappingPlace);
  let wrappedCount = 0;
  for (let lastUserId = ''; ;) {
    signal.throwIfAborted();
    const olderKeys = await vault.call((database) =>
      database
        .collection<KeyDocument>('keys')
        .find({
          _id: { $gt: lastUserId },
          wrapped: { $ne: null },
          secret: { $ne: keyWrapping.newestFingerprint },
        })
        .sort({ _id: 1 })
        .limit(BATCH_SIZE)
        .toArray(),
    );
    if (olderKeys.length === 0) break;
    const keyUpdates = olderKeys.map((document) => ({
      // Skips a key that was erased in the meantime.
      filter: { _id: document._id, wrapped: document.wrapped },
      update: { $set: rewrapKey(document as WrappedKey, wrappingPlace(document)) },
    }));
    await vault.call((database) =>
      database.collection<KeyDocument>('keys').bulkWrite(
        keyUpdates.map((updateOne) => ({ updateOne })),
        { ordered: false },
      ),
    );
    lastUserId = olderKeys.at(-1)!._id;
    onProgress((wrappedCount += olderKeys.length));
  }
  // Last, so a start without the older secrets fails until all keys are done.
  const keyChecks = await vault.call((database) =>
    database.collection<KeyCheck>('checks').find({ _id: CHECK }).toArray(),
  );
  for (const keyCheck of keyChecks)
    await vault.call((database) =>
      database
        .collection<KeyCheck>('checks')
        .updateOne({ _id: CHECK }, { $set: rewrapKey(keyCheck, CHECK) }),
    );
  return wrappedCount;
};
