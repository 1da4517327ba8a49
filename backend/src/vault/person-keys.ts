import { type KeyObject, createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import QuickLRU from 'quick-lru';
import { CONFIG, type Config } from '../config.js';
import type { PersonKeys } from '../kernel/codec.js';
import { Mongo } from '../kernel/mongo.js';

type KeyDocument = { _id: string; wrapped: string | null };

const REMEMBERED_KEYS = 20_000;
const REMEMBERED_FOR_MS = 60_000;

/**
 * One random key for each person, kept in the vault and wrapped (AES-256-GCM) with a key derived from SECRET. Deleting a
 * person's key makes everything sealed with it unreadable; the document stays, with null, so that no second key is made.
 */
@Injectable()
export class VaultKeys implements PersonKeys {
  private readonly wrapping: Buffer;
  private readonly cache = new QuickLRU<string, KeyObject>({ maxSize: REMEMBERED_KEYS, maxAge: REMEMBERED_FOR_MS });

  constructor(
    private readonly mongo: Mongo,
    @Inject(CONFIG) config: Config,
  ) {
    this.wrapping = Buffer.from(hkdfSync('sha256', config.SECRET, '', 'courtly person keys', 32));
  }

  async find(people: readonly string[]): Promise<ReadonlyMap<string, KeyObject>> {
    const found = new Map<string, KeyObject>();
    for (const person of people) {
      const known = this.cache.get(person);
      if (known) found.set(person, known);
    }
    const missing = people.filter((person) => !found.has(person));
    if (missing.length === 0) return found;
    for await (const { _id, wrapped } of this.documents.find({ _id: { $in: missing } })) {
      if (!wrapped) continue;
      const key = this.unwrap(_id, wrapped);
      this.cache.set(_id, key);
      found.set(_id, key);
    }
    return found;
  }

  async findOrCreate(person: string): Promise<KeyObject | null> {
    const known = this.cache.get(person);
    if (known) return known;
    const wrapped = this.wrap(person, randomBytes(32));
    const document = await this.documents.findOneAndUpdate(
      { _id: person },
      { $setOnInsert: { wrapped } },
      { upsert: true, returnDocument: 'after' },
    );
    if (!document?.wrapped) return null;
    const key = this.unwrap(person, document.wrapped);
    this.cache.set(person, key);
    return key;
  }

  private get documents() {
    return this.mongo.vault.collection<KeyDocument>('keys');
  }

  private wrap(person: string, key: Buffer): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.wrapping, nonce).setAAD(Buffer.from(person));
    const text = Buffer.concat([cipher.update(key), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
  }

  private unwrap(person: string, wrapped: string): KeyObject {
    const bytes = Buffer.from(wrapped, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.wrapping, bytes.subarray(0, 12), {
      authTagLength: 16,
    }).setAAD(Buffer.from(person));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return createSecretKey(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]));
  }
}
