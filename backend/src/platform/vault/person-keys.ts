import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { KeysByPerson, PersonKey, PersonKeys } from '../kernel/personal-data.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { VaultDatabase } from '../stores/vault-database.js';
import { KeyWrapping } from './key-wrapping.js';

/** `wrapped` is null after erasure. The document remains, so the user gets no second key. */
export type KeyDocument = {
  _id: string;
  keyId: string;
  secret: string | null;
  wrapped: string | null;
  erasedAt?: string;
};

/** `at` is monotonic time, so setting the clock cannot keep an erased key alive. */
type Seen = Readonly<{ key: PersonKey | null; at: number }>;

const REMEMBERED_KEYS = 20_000;
/** How long a key is cached, and thus the longest time until an erasure takes effect everywhere. */
const FRESH_MS = 60_000;
/** While the vault is down, keys of recently active users remain usable this long. */
const REMEMBERED_FOR_MS = 10 * 60_000;
const ASK_AGAIN_MS = 1_000;

/** The place of a wrapped key: its user and its id. */
export const placeOf = ({ _id, keyId }: Pick<KeyDocument, '_id' | 'keyId'>): string =>
  `${_id} ${keyId}`;

/**
 * One random key per user, stored in the vault and wrapped with KEY_SECRETS. A missing document is
 * an error; a document without a key means that the user is erased.
 */
@Injectable()
export class VaultKeys implements PersonKeys {
  private readonly seen = new LRUCache<string, Seen>({ max: REMEMBERED_KEYS });
  private askAgainAt = 0;

  constructor(
    private readonly vault: VaultDatabase,
    private readonly wrapping: KeyWrapping,
  ) {}

  /** @throws StoreUnavailable if the vault is down and a key is not cached */
  async find(people: readonly string[]): Promise<KeysByPerson> {
    const found = new Map<string, PersonKey | null>();
    const stale: string[] = [];
    for (const person of people) {
      const seen = this.seen.get(person);
      if (seen && performance.now() - seen.at < FRESH_MS) found.set(person, seen.key);
      else stale.push(person);
    }
    if (stale.length > 0) for (const [person, key] of await this.ask(stale)) found.set(person, key);
    return found;
  }

  /** Creates the first key of a user or finds it, so a repeated registration reuses it. */
  async create(person: string): Promise<PersonKey | null> {
    const keyId = randomUUID();
    const wrapped = this.wrapping.wrap(randomBytes(32), placeOf({ _id: person, keyId }));
    const document = await this.vault.call((vault) =>
      vault
        .collection<KeyDocument>('keys')
        .findOneAndUpdate(
          { _id: person },
          { $setOnInsert: { keyId, ...wrapped } },
          { upsert: true, returnDocument: 'after' },
        ),
    );
    return this.remember(document!);
  }

  /**
   * Deletes a user's key, which makes all data sealed with it unreadable. Other processes forget
   * the key within a minute, or within ten while they cannot reach the vault.
   */
  async erase(person: string, erasedAt: string): Promise<void> {
    const keyId = randomUUID();
    await this.vault.call((vault) =>
      vault
        .collection<KeyDocument>('keys')
        .updateOne(
          { _id: person },
          { $set: { wrapped: null, secret: null, erasedAt }, $setOnInsert: { keyId } },
          { upsert: true },
        ),
    );
    this.seen.set(person, { key: null, at: performance.now() });
  }

  forget(): void {
    this.seen.clear();
  }

  private async ask(people: readonly string[]): Promise<KeysByPerson> {
    try {
      if (performance.now() < this.askAgainAt) throw new StoreUnavailable('The vault');
      const documents = await this.vault.call((vault) =>
        vault
          .collection<KeyDocument>('keys')
          .find({ _id: { $in: [...people] } })
          .toArray(),
      );
      return new Map(documents.map((document) => [document._id, this.remember(document)]));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      if (performance.now() >= this.askAgainAt) this.askAgainAt = performance.now() + ASK_AGAIN_MS;
      const seen = people.map((person) => [person, this.seen.get(person)] as const);
      const isUsable = (known?: Seen) => known && performance.now() - known.at < REMEMBERED_FOR_MS;
      if (!seen.every(([, known]) => isUsable(known))) throw error;
      return new Map(seen.map(([person, known]) => [person, known!.key]));
    }
  }

  private remember(document: KeyDocument): PersonKey | null {
    const { _id, keyId, secret, wrapped } = document;
    const open = () =>
      createSecretKey(
        this.wrapping.unwrap({ secret: secret!, wrapped: wrapped! }, placeOf(document)),
      );
    const key = wrapped === null ? null : { id: keyId, key: open() };
    this.seen.set(_id, { key, at: performance.now() });
    return key;
  }
}
