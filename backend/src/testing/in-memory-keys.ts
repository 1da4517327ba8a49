import { type KeyObject, createSecretKey, randomBytes } from 'node:crypto';
import type { PersonKeys } from '../kernel/codec.js';

/** Keys of people in memory, as the vault keeps them: null marks an erased person. */
export class InMemoryKeys implements PersonKeys {
  private readonly keys = new Map<string, KeyObject | null>();

  constructor(private readonly create: (person: string) => Buffer = () => randomBytes(32)) {}

  erase(person: string) {
    this.keys.set(person, null);
  }

  async find(people: readonly string[]): Promise<ReadonlyMap<string, KeyObject>> {
    return new Map(
      people.flatMap((person) => {
        const key = this.keys.get(person);
        return key ? [[person, key] as const] : [];
      }),
    );
  }

  async findOrCreate(person: string): Promise<KeyObject | null> {
    if (!this.keys.has(person)) this.keys.set(person, createSecretKey(this.create(person)));
    return this.keys.get(person)!;
  }
}
