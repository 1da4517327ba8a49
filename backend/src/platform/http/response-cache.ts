import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Changes } from '../projections/changes.js';

/** A source of a response: a read model, or one of its documents. */
export type ResponseSource = Readonly<{ readModel: string; id?: string }>;

/** An encoded response, or a page of encoded items. */
type SizedResponse = Readonly<{ byteLength: number }>;
type CacheEntry = Readonly<{ marks: string; response: SizedResponse }>;

const MAX_CACHE_BYTES = 32 * 1024 * 1024;
const ENTRY_OVERHEAD_BYTES = 1_024;
/** Limits how long a missed change can go unnoticed. */
const MAX_AGE_MS = 10_000;

/**
 * Caches encoded responses that many users share, until their sources change. Requests with
 * `Courtly-After` bypass the cache.
 */
@Injectable()
export class ResponseCache {
  private readonly entries = new LRUCache<string, CacheEntry>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ response }) => 2 * response.byteLength + ENTRY_OVERHEAD_BYTES,
    ttl: MAX_AGE_MS,
  });
  private readonly pendingResponses = new Map<string, Promise<SizedResponse>>();

  constructor(private readonly changes: Changes) {}

  /**
   * Returns the cached response, or creates it. Concurrent callers share the result. `name` is the
   * cache key.
   */
  async getOrMake<T extends SizedResponse>(
    name: string,
    sources: readonly ResponseSource[],
    makeResponse: () => Promise<T>,
  ): Promise<T> {
    const sourceMarks = sources.map(({ readModel, id }) => this.changes.markOf(readModel, id));
    if (sourceMarks.includes(null)) return makeResponse();
    const currentMarks = sourceMarks.join();
    const entry = this.entries.get(name);
    if (entry?.marks === currentMarks) return entry.response as T;
    const pendingKey = `${name} ${currentMarks}`;
    const pendingResponse = this.pendingResponses.get(pendingKey);
    if (pendingResponse) return pendingResponse as Promise<T>;
    const responsePromise = makeResponse();
    this.pendingResponses.set(pendingKey, responsePromise);
    try {
      const response = await responsePromise;
      this.entries.set(name, { marks: currentMarks, response });
      return response;
    } finally {
      this.pendingResponses.delete(pendingKey);
    }
  }
}
