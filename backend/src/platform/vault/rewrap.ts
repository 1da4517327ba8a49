import { randomBytes } from 'node:crypto';
import type { VaultDatabase } from '../stores/vault-database.js';
import type { KeyWrapping, WrappedKey } from './key-wrapping.js';
import { type KeyDocument, wrappingPlace } from './person-keys.js';
import { CHECK, type KeyCheck } from './secrets-check.service.js';

const BATCH_SIZE = 500;

/** The number of rewrapped keys, and the ids and reasons of those that cannot be opened. */
export type Rewrapped = Readonly<{ wrappedCount: number; unreadable: readonly string[] }>;

/** A damaged check of a listed secret has no content worth keeping, so a new check replaces it. */
const rewrapCheck = (keyCheck: KeyCheck, keyWrapping: KeyWrapping): WrappedKey => {
  if (!keyWrapping.lists(keyCheck.secret)) keyWrapping.unwrapKey(keyCheck, CHECK);
  return keyWrapping.wrapKey(randomBytes(32), CHECK);
};

/**
 * Wraps every key with the newest of KEY_SECRETS, so that the older ones can be dropped. Can be
 * interrupted and repeated. Leaves keys that cannot be opened.
 * @throws Error if the vault's check is wrapped with an unlisted secret
 */
export const rewrap = async (
  vault: VaultDatabase,
  keyWrapping: KeyWrapping,
  signal: AbortSignal,
  onProgress: (wrappedCount: number) => void,
): Promise<Rewrapped> => {
  const rewrapKey = (document: WrappedKey, wrappingPlace: string) =>
    keyWrapping.wrapKey(keyWrapping.unwrapKey(document, wrappingPlace), wrappingPlace);
  let wrappedCount = 0;
  const unreadable: string[] = [];
  const updateOf = (document: KeyDocument) => {
    try {
      const newlyWrapped = rewrapKey(document as WrappedKey, wrappingPlace(document));
      // Skips a key that was erased in the meantime.
      const filter = { _id: document._id, wrapped: document.wrapped };
      return [{ updateOne: { filter, update: { $set: newlyWrapped } } }];
    } catch (error) {
      unreadable.push(`key ${document.keyId} of user ${document._id}: ${String(error)}`);
      return [];
    }
  };
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
    const keyUpdates = olderKeys.flatMap(updateOf);
    if (keyUpdates.length > 0)
      await vault.call((database) =>
        database.collection<KeyDocument>('keys').bulkWrite(keyUpdates, { ordered: false }),
      );
    lastUserId = olderKeys.at(-1)!._id;
    onProgress((wrappedCount += keyUpdates.length));
  }
  // This comes last, so that a start without the older secrets fails until all keys are done.
  const keyCheck = await vault.call((database) =>
    database.collection<KeyCheck>('checks').findOne({ _id: CHECK }),
  );
  if (keyCheck)
    await vault.call((database) =>
      database
        .collection<KeyCheck>('checks')
        .updateOne({ _id: CHECK }, { $set: rewrapCheck(keyCheck, keyWrapping) }),
    );
  return { wrappedCount, unreadable };
};
