import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import mongoose from 'mongoose';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { StoreMonitor } from './store-monitor.js';

const SELECTION_TIMEOUT_MS = 2_000;
const SOCKET_TIMEOUT_MS = 10_000;
const RETRY_DELAY_MS = 500;
/** How often an idle client checks for a server. */
const HEARTBEAT_INTERVAL_MS = 1_000;
const CLOSE_TIMEOUT_MS = 2_000;
/** A server that accepts connections but does not respond counts as down after this time. */
const CONNECT_TIMEOUT_MS = 5_000;

const clientOptions = {
  serverSelectionTimeoutMS: SELECTION_TIMEOUT_MS,
  socketTimeoutMS: SOCKET_TIMEOUT_MS,
  connectTimeoutMS: CONNECT_TIMEOUT_MS,
  heartbeatFrequencyMS: HEARTBEAT_INTERVAL_MS,
  maxPoolSize: 20,
};

/** A connection to MongoDB that reconnects automatically and logs outages. */
export class MongoConnection {
  readonly client: mongoose.mongo.MongoClient;
  private readonly storeMonitor: StoreMonitor;
  private openPromise: Promise<void> | undefined;
  private isClosed = false;

  constructor(connectionUri: string, storeName: string) {
    this.storeMonitor = new StoreMonitor(storeName);
    this.client = new mongoose.mongo.MongoClient(connectionUri, clientOptions);
    this.client.on('topologyDescriptionChanged', ({ newDescription }) => {
      const servers = [...newDescription.servers.values()];
      const error = servers.find((server) => server.error)?.error;
      if (servers.some(({ type }) => type !== 'Unknown')) this.storeMonitor.markReachable();
      else if (error) this.storeMonitor.markUnreachable(error);
    });
  }

  /** Whether the outage has lasted long enough that another call would time out. */
  get isAway(): boolean {
    return this.storeMonitor.unavailableMs > SELECTION_TIMEOUT_MS;
  }

  /**
   * Resolves when a server first responds or the process stops. The driver handles later outages.
   */
  openConnection(): Promise<void> {
    return (this.openPromise ??= this.connectUntilOpen());
  }

  /** Closes the connection without waiting for a server that hangs. */
  async closeConnection(): Promise<void> {
    this.isClosed = true;
    this.storeMonitor.stopMonitoring();
    await Promise.race([this.client.close(), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private async connectUntilOpen() {
    for (let connected = false; !connected && !this.isClosed;)
      connected = await this.client.connect().then(
        () => true,
        () => delay(RETRY_DELAY_MS, false),
      );
  }
}

/**
 * The database of the read models, which can be rebuilt at any time. Startup does not wait for it,
 * and calls fail while it is down.
 */
@Injectable()
export class Mongo implements OnModuleInit, OnApplicationShutdown {
  readonly connection: MongoConnection;
  readonly readModels: mongoose.mongo.Db;

  constructor(@Inject(CONFIG) config: Config) {
    this.connection = new MongoConnection(config.MONGODB_URI, 'MongoDB');
    // A checkpoint must not survive a failover that loses the documents it covers.
    this.readModels = this.connection.client.db(config.MONGODB_DATABASE, {
      writeConcern: { w: 'majority' },
    });
  }

  onModuleInit() {
    void this.connection.openConnection();
  }

  async ping(): Promise<boolean> {
    return this.readModels.command({ ping: 1 }).then(
      () => true,
      () => false,
    );
  }

  async onApplicationShutdown() {
    await this.connection.closeConnection();
  }
}
