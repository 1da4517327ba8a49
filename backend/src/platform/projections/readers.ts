import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { RedisClient } from '../stores/redis.js';

const ANNOUNCE_EVERY_MS = 500;
/** Several announcement intervals, so that a single announcement may be lost. */
const READING_MS = 2_000;

/**
 * Whether users are waiting for read models: after a write, or with an open live stream. The API
 * announces this to projectors, which then show each write soon; otherwise, a little later.
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

  /** Announces to all projectors that someone is waiting, at most twice a second. */
  announce(): void {
    if (performance.now() - this.announcedAt < ANNOUNCE_EVERY_MS) return;
    this.announcedAt = performance.now();
    this.redisClient.commands.publish(this.channel, '').catch(() => undefined);
  }

  /** Whether a waiting reader was announced recently. */
  get areWaiting(): boolean {
    return performance.now() - this.heardAt < READING_MS;
  }

  /**
   * Waits until a user is waiting for read models, but no longer than `milliseconds`.
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
