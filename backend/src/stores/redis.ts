import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { CONFIG, type Config } from '../config.js';

/**
 * Redis for sessions, limits and news between processes. Commands fail at once while it is away, and after a while when it
 * hangs; jobs have connections of their own, which wait.
 */
@Injectable()
export class RedisClient implements OnApplicationShutdown {
  readonly commands: Redis;
  readonly subscriber: Redis;
  readonly prefix: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.prefix = config.REDIS_PREFIX;
    this.commands = new Redis(config.REDIS_URL, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: 4_000,
    });
    this.subscriber = new Redis(config.REDIS_URL, { maxRetriesPerRequest: null });
    for (const client of [this.commands, this.subscriber]) client.on('error', () => undefined);
  }

  async ping(): Promise<boolean> {
    return this.commands.ping().then(
      () => true,
      () => false,
    );
  }

  onApplicationShutdown() {
    this.commands.disconnect();
    this.subscriber.disconnect();
  }
}
