import { createSecretKey, randomBytes } from 'node:crypto';
import type { KeyDamage } from '../src/platform/kernel/events.js';
import type { KeysByPerson, PersonKeys, StoredKey } from '../src/platform/kernel/personal-data.js';

/** Keys in memory. Every person has a key, unless it was erased or lost. */
export class InMemoryKeys implements PersonKeys {
  private readonly keys = new Map<string, StoredKey | undefined>();
  readonly unusable: KeyDamage[] = [];
  private readonly damagedKeys = new Map<string, StoredKey | undefined>();

  constructor(private readonly bytes: (person: string) => Buffer = () => randomBytes(32)) {}

  erase(person: string) {
    this.keys.set(person, null);
  }

  /** Acts as if the vault never had a key for this person. */
  lose(person: string) {
    this.damagedKeys.set(person, this.keys.get(person));
    this.keys.set(person, undefined);
  }

  /** Acts as if the vault had lost this person's key and another one had been created. */
  replace(person: string) {
    this.keys.set(person, { id: 'another key', key: createSecretKey(randomBytes(32)) });
  }

  /** Acts as if the vault could not open this person's key. */
  damage(person: string) {
    this.damagedKeys.set(person, this.keys.get(person));
    this.keys.set(person, { id: `key of ${person}`, damage: 'it has 31 bytes' });
  }

  repair(person: string) {
    this.keys.set(person, this.damagedKeys.get(person));
  }

  noteUnusable(keyDamages: readonly KeyDamage[]) {
    this.unusable.push(...keyDamages);
  }

  /** There is no cache. */
  forgetKeys() {}

  async idsErasedWith() {
    return [];
  }

  async find(people: readonly string[]): Promise<KeysByPerson> {
    for (const person of people) if (!this.keys.has(person)) await this.createKey(person);
    return new Map(
      people.flatMap((person) => {
        const key = this.keys.get(person);
        return key === undefined ? [] : [[person, key] as const];
      }),
    );
  }

  async createKey(person: string): Promise<StoredKey> {
    const existingKey = this.keys.get(person);
    if (existingKey !== undefined) return existingKey;
    const bytes = this.bytes(person);
    const key = { id: `key ${bytes.toString('hex', 0, 4)}`, key: createSecretKey(bytes) };
    this.keys.set(person, key);
    return key;
  }
}
