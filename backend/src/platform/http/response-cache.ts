import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Changes } from '../projections/changes.js';

/** A source of a response: a read model, or one of its documents. */
export type Source = Readonly<{ readModel: string; id?: string }>;

/** An encoded response, or a page of encoded items. */
type Encoded = Readonly<{ byteLength: number }>;
type Entry = Readonly<{ marks: string; response: Encoded }>;

const MOST_BYTES = 32 * 1024 * 1024;
/** Overhead per entry, besides its bytes. */
const ENTRY_BYTES = 1_024;
/** Limits the damage of a missed change. */
const LONGEST_MS = 10_000;

/**
 * Caches encoded responses that many users share, until their sources change. Requests with
 * `Courtly-After` bypass the cache.
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

  /**
   * Returns the cached response or makes it; concurrent callers share the result. `name` identifies
   * it.
   */
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
