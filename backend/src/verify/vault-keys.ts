import type { VaultDatabase } from '../platform/stores/vault-database.js';

type KeyDocument = { _id: string; wrapped: string | null; erasedAt?: string };

const BATCH_SIZE = 1_000;

/**
 * The ids of the users and applications whose key was removed from the vault without an erasure
 * instant.
 */
export const readRemovedKeys = async (vault: VaultDatabase): Promise<string[]> => {
  const removedIds: string[] = [];
  for (let lastId = ''; ;) {
    const page = await vault.call((database) =>
      database
        .collection<KeyDocument>('keys')
        .find({ _id: { $gt: lastId }, wrapped: null, erasedAt: { $exists: false } })
        .sort({ _id: 1 })
        .limit(BATCH_SIZE)
        .toArray(),
    );
    removedIds.push(...page.map(({ _id }) => _id));
    if (page.length < BATCH_SIZE) return removedIds;
    lastId = page.at(-1)!._id;
  }
};

/** Those of the given ids that have a key in the vault. */
export const readPresentKeys = async (
  vault: VaultDatabase,
  ids: readonly string[],
): Promise<Set<string>> => {
  const presentIds = new Set<string>();
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const page = await vault.call((database) =>
      database
        .collection<KeyDocument>('keys')
        .find({ _id: { $in: ids.slice(start, start + BATCH_SIZE) }, wrapped: { $ne: null } })
        .toArray(),
    );
    for (const { _id } of page) presentIds.add(_id);
  }
  return presentIds;
};
