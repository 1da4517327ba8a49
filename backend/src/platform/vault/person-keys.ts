import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { KeyDamage } from '../kernel/events.js';
import type { KeysByPerson, PersonKeys, StoredKey } from '../kernel/personal-data.js';
import { unreadableKeys } from '../stores/metrics.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { VaultDatabase } from '../stores/vault-database.js';
import { ErasureRegister } from './erasure-register.js';
import { KeyWrapping } from './key-wrapping.js';
import { MINUTE_MS } from '../kernel/local-time.js';

/**
 * `wrapped` is null after erasure. The document remains, so the user cannot get a second key.
 * `erasedWith` contains the ids of the applications that were erased with the user.
 */
export type KeyDocument = {
  _id: string;
  keyId: string;
  secret: string | null;
  wrapped: string | null;
  erasedAt?: string;
  erasedWith?: string[];
};

/** `at` is monotonic time, so changing the clock cannot keep an erased key alive. */
type CachedKey = Readonly<{ key: StoredKey; at: number }>;

const MAX_CACHED_KEYS = 20_000;
/** How long a key is cached, and thus the longest time until an erasure takes effect everywhere. */
const FRESH_DURATION_MS = MINUTE_MS;
/** While the vault is down, the keys of recently active users remain usable for this long. */
const STALE_DURATION_MS = 10 * MINUTE_MS;
const VAULT_RETRY_MS = 1_000;
/** Counts a key that the vault does not have. */
const NO_KEY = '';

/**
 * Another process may know the key's secret. An erasure needs the key to release the person's names
 * and find their applications, so the key is kept until someone adds the secret.
 */
export class UnlistedSecret extends Error {
  constructor(userId: string, secret: string) {
    super(
      `The key of ${userId} is wrapped with a secret (${secret}) that KEY_SECRETS does not list, so it was not deleted. Add the secret to the end of KEY_SECRETS.`,
    );
  }
}

/**
 * `accountId` is the account to which an application belongs. With `isSecretLost`, the key is
 * deleted although its secret is not in KEY_SECRETS.
 */
type KeyErasure = Readonly<{ accountId?: string; isSecretLost?: boolean }>;

/** The place of a wrapped key: its user and its id. */
export const wrappingPlace = ({ _id, keyId }: Pick<KeyDocument, '_id' | 'keyId'>): string =>
  `${_id} ${keyId}`;

/**
 * Stores one random key per user, wrapped with KEY_SECRETS. A missing document is an error; one
 * without a key means that the user is erased. Keys that cannot be used are counted.
 */
@Injectable()
export class VaultKeys implements PersonKeys {
  private readonly cachedKeys = new LRUCache<string, CachedKey>({ max: MAX_CACHED_KEYS });
  private readonly damagedKeys = new LRUCache<string, string>({ max: MAX_CACHED_KEYS });
  private readonly logger = new Logger('vault');
  private retryAt = 0;

  constructor(
    private readonly vault: VaultDatabase,
    private readonly keyWrapping: KeyWrapping,
    private readonly erasureRegister: ErasureRegister,
  ) {}

  /** @throws StoreUnavailable if the vault is down and a key is not cached */
  async find(userIds: readonly string[]): Promise<KeysByPerson> {
    const keysByPerson = new Map<string, StoredKey>();
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

  /** Creates or finds the first key of a user, so that a repeated registration reuses it. */
  async createKey(userId: string): Promise<StoredKey> {
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
   * Records the erasure in the register and then deletes the key, which makes its data unreadable.
   * Other processes forget it within a minute, or ten without the vault.
   * @throws UnlistedSecret before it changes anything
   */
  async eraseKey(
    userId: string,
    erasedAt: string,
    { accountId = userId, isSecretLost = false }: KeyErasure = {},
  ): Promise<void> {
    if (!isSecretLost) await this.requireListedSecret(userId);
    await this.erasureRegister.add({ id: userId, accountId, erasedAt });
    if (accountId !== userId)
      await this.vault.call((vault) =>
        vault
          .collection<KeyDocument>('keys')
          .updateOne({ _id: accountId }, { $addToSet: { erasedWith: userId } }),
      );
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
    this.countDamage(userId, null);
  }

  /** Reads the vault instead of the cache. */
  async hasKey(userId: string): Promise<boolean> {
    const keyDocument = await this.findDocument(userId);
    return keyDocument !== null && keyDocument.wrapped !== null;
  }

  forgetKeys(): void {
    this.cachedKeys.clear();
  }

  /** Unlike a damaged key, a missing or different key is noticed only when it is used. */
  noteUnusable(keyDamages: readonly KeyDamage[]): void {
    for (const { userId, keyId, reason } of keyDamages) {
      if (!this.damagedKeys.has(userId))
        this.logger.error({ unreadableKey: keyId, userId, reason });
      this.damagedKeys.set(userId, keyId ?? NO_KEY);
    }
    unreadableKeys.set(this.damagedKeys.size);
  }

  async idsErasedWith(userIds: readonly string[]): Promise<readonly string[]> {
    const keyDocuments = await this.vault.call((vault) =>
      vault
        .collection<KeyDocument>('keys')
        .find({ _id: { $in: [...userIds] } })
        .toArray(),
    );
    return keyDocuments.flatMap(({ erasedWith = [] }) => erasedWith);
  }

  private findDocument(userId: string): Promise<KeyDocument | null> {
    return this.vault.call((vault) =>
      vault.collection<KeyDocument>('keys').findOne({ _id: userId }),
    );
  }

  /** A key without a secret counts as damaged, because no listed secret can unwrap it. */
  private async requireListedSecret(userId: string) {
    const keyDocument = await this.findDocument(userId);
    if (!keyDocument?.wrapped || !keyDocument.secret) return;
    if (!this.keyWrapping.lists(keyDocument.secret))
      throw new UnlistedSecret(userId, keyDocument.secret);
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

  private cacheKey(keyDocument: KeyDocument): StoredKey {
    const { _id: userId } = keyDocument;
    const storedKey = this.openKey(keyDocument);
    this.cachedKeys.set(userId, { key: storedKey, at: performance.now() });
    this.countDamage(userId, storedKey);
    return storedKey;
  }

  private openKey(keyDocument: KeyDocument): StoredKey {
    const { keyId, secret, wrapped } = keyDocument;
    if (wrapped === null) return null;
    try {
      const wrappedKey = { secret: secret!, wrapped };
      const key = this.keyWrapping.unwrapKey(wrappedKey, wrappingPlace(keyDocument));
      return { id: keyId, key: createSecretKey(key) };
    } catch (error) {
      return { id: String(keyId), damage: error instanceof Error ? error.message : String(error) };
    }
  }

  private countDamage(userId: string, storedKey: StoredKey) {
    if (storedKey !== null && 'damage' in storedKey)
      return this.noteUnusable([{ userId, keyId: storedKey.id, reason: storedKey.damage }]);
    const neededKey = this.damagedKeys.get(userId);
    // A key other than the one that the events need stays counted.
    if (storedKey === null || neededKey === NO_KEY || neededKey === storedKey.id)
      this.damagedKeys.delete(userId);
    unreadableKeys.set(this.damagedKeys.size);
  }
}
