import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import mongoose from 'mongoose';
import { CONFIG, type Config } from '../../config.js';
import { Mongo, MongoConnection } from './mongo.js';
import { StoreUnavailable } from './store-unavailable.js';

const WITHIN_MS = 5_000;

/** What the server refuses is no sign that it is away, unless it is about to hand over to another one. */
const isAway = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoError &&
  (!(error instanceof mongoose.mongo.MongoServerError) ||
    error.hasErrorLabel('RetryableWriteError'));

/**
 * The database of the vault: on the server of the read models, or, where VAULT_URI names another one, on that with a client of
 * its own. A write is acknowledged once a majority has it in its journal, and a call that takes longer than five seconds fails.
 */
@Injectable()
export class VaultDatabase implements OnModuleInit, OnApplicationShutdown {
  private readonly own: MongoConnection | null;
  private readonly connection: MongoConnection;

  constructor(
    mongo: Mongo,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.own =
      config.VAULT_URI === config.MONGODB_URI
        ? null
        : new MongoConnection(config.VAULT_URI, 'vault');
    this.connection = this.own ?? mongo.connection;
  }

  /** Waits for the server, or until the process ends: nothing may start before the secrets are compared with the vault. */
  onModuleInit(): Promise<void> {
    return this.connection.open();
  }

  /** @throws StoreUnavailable where the server cannot be reached or takes too long; then it is not known what was written */
  async call<T>(work: (vault: mongoose.mongo.Db) => Promise<T>): Promise<T> {
    const vault = this.connection.client.db(this.config.VAULT_DATABASE, {
      writeConcern: { w: 'majority', journal: true },
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StoreUnavailable('The vault')), WITHIN_MS);
    });
    try {
      return await Promise.race([work(vault), late]);
    } catch (error) {
      throw isAway(error) ? new StoreUnavailable('The vault', { cause: error }) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async onApplicationShutdown() {
    await this.own?.close();
  }
}
