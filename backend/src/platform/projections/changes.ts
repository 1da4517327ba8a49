import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RedisClient } from '../stores/redis.js';
import { type ReadModelUpdates, Progress } from './progress.js';

const MAX_MARKS = 50_000;
const ANY_DOCUMENT = '*';

/**
 * Keeps marks for read models and documents. A mark changes with its document, and a cached value
 * is valid while its mark is the same. There are no marks while updates may be missed.
 */
@Injectable()
export class Changes implements OnApplicationBootstrap {
  private changeCount = 0;
  /** Documents without a stored mark may have changed at any time up to this mark. */
  private forgottenMark = 0;
  private readonly changeMarks = new LRUCache<string, number>({
    max: MAX_MARKS,
    dispose: (evictedMark, _key, reason) => {
      if (reason === 'evict') this.forgottenMark = Math.max(this.forgottenMark, evictedMark);
    },
  });
  private isListening = false;

  constructor(
    private readonly progress: Progress,
    private readonly redisClient: RedisClient,
  ) {}

  onApplicationBootstrap() {
    this.progress.updates.subscribe((updates) => this.receiveUpdates(updates));
    this.redisClient.subscriber
      .on('close', () => (this.isListening = false))
      .on('ready', () => this.startListening());
    this.startListening();
  }

  /** The mark of a read model or one of its documents; null if unknown. */
  markOf(readModel: string, documentId = ANY_DOCUMENT): number | null {
    if (!this.isListening) return null;
    const marks = [`${readModel}/${documentId}`, `${readModel}/${ANY_DOCUMENT}/`].map(
      (key) => this.changeMarks.get(key) ?? 0,
    );
    return Math.max(this.forgottenMark, ...marks);
  }

  /** Changes before this point are unknown. */
  private startListening() {
    const subscription = this.redisClient.subscriber.subscribe(
      Progress.channel(this.redisClient.keyPrefix),
    );
    subscription.then(
      () => {
        this.forgottenMark = ++this.changeCount;
        this.isListening = true;
      },
      () => undefined,
    );
  }

  private receiveUpdates(updates: ReadModelUpdates) {
    for (const { readModel, changes } of updates) {
      if (changes.length === 0) continue;
      const changeMark = ++this.changeCount;
      this.changeMarks.set(`${readModel}/${ANY_DOCUMENT}`, changeMark);
      for (const { id } of changes)
        this.changeMarks.set(
          id === ANY_DOCUMENT ? `${readModel}/${ANY_DOCUMENT}/` : `${readModel}/${id}`,
          changeMark,
        );
    }
  }
}
