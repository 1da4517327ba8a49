import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { KeysByPerson, PersonKey, PersonKeys } from '../kernel/personal-data.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { VaultDatabase } from '../stores/vault-database.js';
import { KeyWrapping } from './key-wrapping.js';
import { MINUTE_MS } from '../kernel/local-time.js';

/** `wrapped` is null after erasure. The document remains, so the user gets no second key. */
export type KeyDocument = {
  _id: string;
  keyId: string;
  secret: string | null;
  wrapped: string | null;
  erasedAt?: string;
};

/** `at` is monotonic time, so setting the clock cannot keep an erased key alive. */
type CachedKey = Readonly<{ key: PersonKey | null; at: number }>;

const MAX_CACHED_KEYS = 20_000;
/** How long a key is cached, and thus the longest time until an erasure takes effect everywhere. */
const FRESH_DURATION_MS = MINUTE_MS;
/** While the vault is down, keys of recently active users remain usable this long. */
const STALE_DURATION_MS = 10 * MINUTE_MS;
const VAULT_RETRY_MS = 1_000;

/** The place of a wrapped key: its user and its id. */
export const wrappingPlace = ({ _id, keyId }: Pick<KeyDocument, '_id' | 'keyId'>): string =>
  `${_id} ${keyId}`;

/**
 * One random key per user, stored in the vault and wrapped with KEY_SECRETS. A missing document is
 * an error; a document without a key means that the user is erased.
 */
@Injectable()
export class VaultKeys implements PersonKeys {
  private readonly cachedKeys = new LRUCache<string, CachedKey>({ max: MAX_CACHED_KEYS });
  private retryAt = 0;

  constructor(
    private readonly vault: VaultDatabase,
    private readonly keyWrapping: KeyWrapping,
  ) {}

  /** @throws StoreUnavailable if the vault is down and a key is not cached */
  async find(userIds: readonly string[]): Promise<KeysByPerson> {
    const keysByPerson = new Map<string, PersonKey | null>();
    const staleUserIds: string[] = [];
    for (const userId of userIds) {
      const cachedKey = this.cachedKeys.get(userId);
      if (cachedKey && performance.now() - cachedKey.at < FRESH_DURATION_MS)
        keysByPerson.set(userId, cachedKey.key);
      else staleUserIds.push(userId);
    }
    if (staleUserIds.length > 0)
      for (const [userId, personKey] of await this.loadKeys(staleUserIds))
        keysByPerson.set(userId, personKey);
    return keysByPerson;
  }

  /** Creates the first key of a user or finds it, so a repeated registration reuses it. */
  async createKey(userId: string): Promise<PersonKey | null> {
    const keyId = randomUUID();
    const wrappedKey = this.keyWrapping.wrapKey(
      randomBytes(32),
      wrappingPlace({ _id: userId, keyId }),
    );
    const keyDocument = await this.vault.call((vault) =>
      vault
        .collection<KeyDocument>('keys')
        .findOneAndUpdate(
          { _id: userId },
          { $setOnInsert: { keyId, ...wrappedKey } },
          { upsert: true, returnDocument: 'after' },
        ),
    );
    return this.cacheKey(keyDocument!);
  }

  /**
   * Deletes a user's key, which makes all data sealed with it unreadable. Other processes forget
   * the key within a minute, or within ten while they cannot reach the vault.
   */
  async eraseKey(userId: string, erasedAt: string): Promise<void> {
    const keyId = randomUUID();
    await this.vault.call((vault) =>
      vault
        .collection<KeyDocument>('keys')
        .updateOne(
          { _id: userId },
          { $set: { wrapped: null, secret: null, erasedAt }, $setOnInsert: { keyId } },
          { upsert: true },
        ),
    );
    this.cachedKeys.set(userId, { key: null, at: performance.now() });
  }

  forgetKeys(): void {
    this.cachedKeys.clear();
  }

  private async loadKeys(userIds: readonly string[]): Promise<KeysByPerson> {
    try {
      if (performance.now() < this.retryAt) throw new StoreUnavailable('The vault');
      const documents = await this.vault.call((vault) =>
        vault
          .collection<KeyDocument>('keys')
          .find({ _id: { $in: [...userIds] } })
          .toArray(),
      );
      return new Map(documents.map((keyDocument) => [keyDocument._id, this.cacheKey(keyDocument)]));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      if (performance.now() >= this.retryAt) this.retryAt = performance.now() + VAULT_RETRY_MS;
      const cachedEntries = userIds.map((userId) => [userId, this.cachedKeys.get(userId)] as const);
      const isUsable = (candidate?: CachedKey) =>
        candidate && performance.now() - candidate.at < STALE_DURATION_MS;
      if (!cachedEntries.every(([, entry]) => isUsable(entry))) throw error;
      return new Map(cachedEntries.map(([userId, entry]) => [userId, entry!.key]));
    }
  }

  private cacheKey(keyDocument: KeyDocument): PersonKey | null {
    const { _id, keyId, secret, wrapped } = keyDocument;
    const openKey = () =>
      createSecretKey(
        this.keyWrapping.unwrapKey(
          { secret: secret!, wrapped: wrapped! },
          wrappingPlace(keyDocument),
        ),
      );
    const personKey = wrapped === null ? null : { id: keyId, key: openKey() };
    this.cachedKeys.set(_id, { key: personKey, at: performance.now() });
    return personKey;
  }
}
