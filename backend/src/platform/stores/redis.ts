import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { CONFIG, type Config } from '../../config.js';
import { StoreMonitor } from './store-monitor.js';

/** The interval in which an idle client detects a hanging server. */
const LOOK_EVERY_MS = 5_000;

/**
 * The Redis clients for sessions, limits, and messages between processes. Commands fail immediately
 * while Redis is down and after a timeout if it hangs. Job queues use other connections, which
 * wait.
 */
@Injectable()
export class RedisClient implements OnApplicationShutdown {
  readonly commands: Redis;
  readonly subscriber: Redis;
  readonly prefix: string;
  private readonly watch = new StoreMonitor('Redis');
  private readonly looking: NodeJS.Timeout;

  constructor(@Inject(CONFIG) config: Config) {
    this.prefix = config.REDIS_PREFIX;
    this.commands = new Redis(config.REDIS_URL, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: 4_000,
    });
    this.subscriber = new Redis(config.REDIS_URL, { maxRetriesPerRequest: null });
    this.commands.on('ready', () => this.watch.markReachable());
    this.commands.on('error', (error) => this.watch.markUnreachable(error));
    this.commands.on('close', () =>
      this.watch.markUnreachable(new Error('the connection was closed')),
    );
    this.subscriber.on('error', () => undefined);
    this.looking = setInterval(() => void this.ping(), LOOK_EVERY_MS).unref();
  }

  async ping(): Promise<boolean> {
    // Only an open connection can hang; the events above report the others.
    if (this.commands.status !== 'ready') return false;
    return this.commands.ping().then(
      () => {
        this.watch.markReachable();
        return true;
      },
      (error: unknown) => {
        this.watch.markUnreachable(error);
        return false;
      },
    );
  }

  onApplicationShutdown() {
    clearInterval(this.looking);
    this.watch.stop();
    this.commands.disconnect();
    this.subscriber.disconnect();
  }
}
