import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Changes } from '../projections/changes.js';

/** What a response is made from: a read model as a whole, or one document of it. */
export type Source = Readonly<{ readModel: string; id?: string }>;

/** A response that is encoded already, or a page of a list whose items are. */
type Encoded = Readonly<{ byteLength: number }>;
type Entry = Readonly<{ marks: string; response: Encoded }>;

const MOST_BYTES = 32 * 1024 * 1024;
/** Besides its bytes, and those that are compressed. */
const ENTRY_BYTES = 1_024;
/** Where a change is not heard of, which should not be, a response is not used for longer than this. */
const LONGEST_MS = 10_000;

/**
 * Responses that are the same for many people, encoded once and sent again until what they were made from changes. Whoever
 * says what a response must show (`Courtly-After`) is to get one of their own.
 */
@Injectable()
export class ResponseCache {
  private readonly entries = new LRUCache<string, Entry>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ response }) => 2 * response.byteLength + ENTRY_BYTES,
    ttl: LONGEST_MS,
  });
  private readonly making = new Map<string, Promise<Encoded>>();

  constructor(private readonly changes: Changes) {}

  /** `name` is of this response and no other. Those who ask for one while it is made share it. */
  async reuse<T extends Encoded>(
    name: string,
    sources: readonly Source[],
    make: () => Promise<T>,
  ): Promise<T> {
    const known = sources.map(({ readModel, id }) => this.changes.mark(readModel, id));
    if (known.includes(null)) return make();
    const marks = known.join();
    const entry = this.entries.get(name);
    if (entry?.marks === marks) return entry.response as T;
    const turn = `${name} ${marks}`;
    const running = this.making.get(turn);
    if (running) return running as Promise<T>;
    const made = make();
    this.making.set(turn, made);
    try {
      const response = await made;
      this.entries.set(name, { marks, response });
      return response;
    } finally {
      this.making.delete(turn);
    }
  }
}
