import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import mongoose from 'mongoose';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { StoreMonitor } from './store-monitor.js';

const ANSWER_WITHIN_MS = 2_000;
const SILENT_FOR_MS = 10_000;
const TRY_AGAIN_MS = 500;
/** The interval in which an idle client looks for a server. */
const LOOK_EVERY_MS = 1_000;
const CLOSE_WITHIN_MS = 2_000;
/** A server that accepts connections but does not respond counts as down after this time. */
const HANGS_AFTER_MS = 5_000;

const options = {
  serverSelectionTimeoutMS: ANSWER_WITHIN_MS,
  socketTimeoutMS: SILENT_FOR_MS,
  connectTimeoutMS: HANGS_AFTER_MS,
  heartbeatFrequencyMS: LOOK_EVERY_MS,
  maxPoolSize: 20,
};

/** A connection to MongoDB that reconnects by itself and logs outages. */
export class MongoConnection {
  readonly client: mongoose.mongo.MongoClient;
  private readonly watch: StoreMonitor;
  private opening: Promise<void> | undefined;
  private closed = false;

  constructor(uri: string, store: string) {
    this.watch = new StoreMonitor(store);
    this.client = new mongoose.mongo.MongoClient(uri, options);
    this.client.on('topologyDescriptionChanged', ({ newDescription }) => {
      const servers = [...newDescription.servers.values()];
      const error = servers.find((server) => server.error)?.error;
      if (servers.some(({ type }) => type !== 'Unknown')) this.watch.markReachable();
      else if (error) this.watch.markUnreachable(error);
    });
  }

  /** Whether the outage is so long that the next call would time out. */
  get isAway(): boolean {
    return this.watch.unavailableMs > ANSWER_WITHIN_MS;
  }

  /**
   * Resolves when a server first responds or the process stops. The driver handles later outages.
   */
  open(): Promise<void> {
    return (this.opening ??= this.connect());
  }

  /** Closes the connection without waiting for a hanging server. */
  async close(): Promise<void> {
    this.closed = true;
    this.watch.stop();
    await Promise.race([this.client.close(), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  }

  private async connect() {
    for (let connected = false; !connected && !this.closed;)
      connected = await this.client.connect().then(
        () => true,
        () => delay(TRY_AGAIN_MS, false),
      );
  }
}

/**
 * The read models' database, which can be rebuilt at any time. Starting does not wait for it; calls
 * fail while it is down.
 */
@Injectable()
export class Mongo implements OnModuleInit, OnApplicationShutdown {
  readonly connection: MongoConnection;
  readonly readModels: mongoose.mongo.Db;

  constructor(@Inject(CONFIG) config: Config) {
    this.connection = new MongoConnection(config.MONGODB_URI, 'MongoDB');
    // A checkpoint must not survive a failover that loses its documents.
    this.readModels = this.connection.client.db(config.MONGODB_DATABASE, {
      writeConcern: { w: 'majority' },
    });
  }

  onModuleInit() {
    void this.connection.open();
  }

  async ping(): Promise<boolean> {
    return this.readModels.command({ ping: 1 }).then(
      () => true,
      () => false,
    );
  }

  async onApplicationShutdown() {
    await this.connection.close();
  }
}
