import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { RedisClient } from '../stores/redis.js';

const ANNOUNCE_EVERY_MS = 500;
/** Longer than several announcement intervals, so that an announcement may be lost. */
const READING_MS = 2_000;

/**
 * Whether users wait for read models: after a write, or with a live stream open. The API announces
 * it to projectors, which then show each write soon, and otherwise a little later.
 */
@Injectable()
export class Readers implements OnApplicationBootstrap {
  private announcedAt = -Infinity;
  private heardAt = -Infinity;
  private stopWaiting: () => void = () => undefined;

  constructor(
    private readonly redisClient: RedisClient,
    @Inject(CONFIG) private readonly config: Pick<Config, 'ROLES'>,
  ) {}

  onApplicationBootstrap() {
    if (!this.config.ROLES.includes('projector')) return;
    this.redisClient.subscriber.on('message', (channel) => {
      if (channel !== this.channel) return;
      this.heardAt = performance.now();
      this.stopWaiting();
    });
    this.redisClient.subscriber.subscribe(this.channel).catch(() => undefined);
  }

  /** Announces a reader to all projectors, at most twice a second. */
  announce(): void {
    if (performance.now() - this.announcedAt < ANNOUNCE_EVERY_MS) return;
    this.announcedAt = performance.now();
    this.redisClient.commands.publish(this.channel, '').catch(() => undefined);
  }

  /** Whether a reader was announced recently. */
  get areWaiting(): boolean {
    return performance.now() - this.heardAt < READING_MS;
  }

  /**
   * Waits until there are readers, at most for some milliseconds.
   * @throws AbortError
   */
  async waitForAny(milliseconds: number, abortSignal: AbortSignal): Promise<void> {
    if (this.areWaiting || milliseconds <= 0) return;
    const heard = new AbortController();
    this.stopWaiting = () => heard.abort();
    await delay(milliseconds, undefined, {
      signal: AbortSignal.any([heard.signal, abortSignal]),
    }).catch(() => abortSignal.throwIfAborted());
  }

  private get channel(): string {
    return `${this.redisClient.keyPrefix}:readers`;
  }
}
