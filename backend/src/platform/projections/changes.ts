import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RedisClient } from '../stores/redis.js';
import { type ReadModelUpdates, Progress } from './progress.js';

const REMEMBERED = 50_000;
const ANY = '*';

/**
 * Marks that change whenever a document changes: a cached value is valid while its mark is the
 * same. There are no marks while updates may be missed.
 */
@Injectable()
export class Changes implements OnApplicationBootstrap {
  private count = 0;
  /** Forgotten documents may have changed at any time up to this mark. */
  private forgotten = 0;
  private readonly marks = new LRUCache<string, number>({
    max: REMEMBERED,
    dispose: (mark, _key, reason) => {
      if (reason === 'evict') this.forgotten = Math.max(this.forgotten, mark);
    },
  });
  private isListening = false;

  constructor(
    private readonly progress: Progress,
    private readonly redis: RedisClient,
  ) {}

  onApplicationBootstrap() {
    this.progress.updates.subscribe((updates) => this.receive(updates));
    this.redis.subscriber
      .on('close', () => (this.isListening = false))
      .on('ready', () => this.listen());
    this.listen();
  }

  /** The mark of a read model or one of its documents; null if unknown. */
  mark(readModel: string, id = ANY): number | null {
    if (!this.isListening) return null;
    const known = [`${readModel}/${id}`, `${readModel}/${ANY}/`].map(
      (key) => this.marks.get(key) ?? 0,
    );
    return Math.max(this.forgotten, ...known);
  }

  /** Earlier changes are unknown. */
  private listen() {
    const listening = this.redis.subscriber.subscribe(Progress.channel(this.redis.prefix));
    listening.then(
      () => {
        this.forgotten = ++this.count;
        this.isListening = true;
      },
      () => undefined,
    );
  }

  private receive(updates: ReadModelUpdates) {
    for (const { readModel, changes } of updates) {
      if (changes.length === 0) continue;
      const mark = ++this.count;
      this.marks.set(`${readModel}/${ANY}`, mark);
      for (const { id } of changes)
        this.marks.set(id === ANY ? `${readModel}/${ANY}/` : `${readModel}/${id}`, mark);
    }
  }
}
