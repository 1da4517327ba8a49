import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';
import { CONFIG, type Config } from '../../config.js';
import { StoreMonitor } from './store-monitor.js';

/** How long a connection attempt may take. */
const CONNECT_TIMEOUT_MS = 4_000;

/** How often an idle client checks whether the server hangs. */
const PING_INTERVAL_MS = 5_000;

/**
 * A host that disappears does not close its connections. Without responses for this long,
 * reconnect.
 */
const SILENCE_TIMEOUT_MS = 10_000;

/**
 * The Redis clients for sessions, limits, and messages between processes. Commands fail immediately
 * while Redis is down, and after a timeout if it hangs. Job queues wait, on separate connections.
 */
@Injectable()
export class RedisClient implements OnModuleInit, OnApplicationShutdown {
  readonly commands: Redis;
  readonly subscriber: Redis;
  readonly keyPrefix: string;
  private readonly storeMonitor = new StoreMonitor('Redis');
  private readonly subscribers: Redis[] = [];
  private readonly pingTimer: NodeJS.Timeout;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.keyPrefix = config.REDIS_PREFIX;
    this.commands = new Redis(config.REDIS_URL, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: 4_000,
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    });
    this.subscriber = this.createSubscriber();
    this.commands.on('ready', () => this.storeMonitor.markReachable());
    this.commands.on('error', (error) => this.storeMonitor.markUnreachable(error));
    this.commands.on('close', () =>
      this.storeMonitor.markUnreachable(new Error('the connection was closed')),
    );
    this.pingTimer = setInterval(() => {
      void this.ping();
      for (const subscriber of this.subscribers)
        if (subscriber.status === 'ready') void subscriber.ping().catch(() => undefined);
    }, PING_INTERVAL_MS).unref();
  }

  /** Opens a pub/sub connection. Only pings keep it from being idle. */
  createSubscriber(options: Pick<RedisOptions, 'autoResubscribe'> = {}): Redis {
    const subscriber = new Redis(this.config.REDIS_URL, {
      ...options,
      maxRetriesPerRequest: null,
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    });
    this.subscribers.push(subscriber.on('error', () => undefined));
    return subscriber;
  }

  /** Waits for the first connection attempt to end, because commands fail until then. */
  async onModuleInit() {
    if (this.commands.status === 'ready') return;
    await new Promise<void>((resolve) => {
      this.commands.once('ready', resolve);
      this.commands.once('close', resolve);
    });
  }

  async ping(): Promise<boolean> {
    // Only an open connection can hang; the events above report other failures.
    if (this.commands.status !== 'ready') return false;
    return this.commands.ping().then(
      () => {
        this.storeMonitor.markReachable();
        return true;
      },
      (error: unknown) => {
        this.storeMonitor.markUnreachable(error);
        return false;
      },
    );
  }

  onApplicationShutdown() {
    clearInterval(this.pingTimer);
    this.storeMonitor.stopMonitoring();
    this.commands.disconnect();
    for (const subscriber of this.subscribers) subscriber.disconnect();
  }
}
