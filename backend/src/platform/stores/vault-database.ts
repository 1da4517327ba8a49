import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import mongoose from 'mongoose';
import { CONFIG, type Config } from '../../config.js';
import { MongoConnection } from './mongo.js';
import { StoreUnavailable } from './store-unavailable.js';

const CALL_TIMEOUT_MS = 5_000;

/** A server that responds with an error is up, unless it is a primary that is stepping down. */
const isServerDown = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoError &&
  (!(error instanceof mongoose.mongo.MongoServerError) ||
    error.hasErrorLabel('RetryableWriteError'));

/**
 * The vault's database, with its own connections, so that slow lists cannot delay it. Writes wait
 * until a majority of members has journaled them. Calls time out after five seconds.
 */
@Injectable()
export class VaultDatabase implements OnModuleInit, OnApplicationShutdown {
  private readonly connection: MongoConnection;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.connection = new MongoConnection(config.VAULT_URI, 'vault');
  }

  /** Waits for the server, because startup must first compare the secrets with the vault. */
  onModuleInit(): Promise<void> {
    return this.connection.openConnection();
  }

  /**
   * @throws StoreUnavailable if the server is down or too slow; the outcome of a write is then
   * unknown
   */
  async call<T>(work: (vault: mongoose.mongo.Db) => Promise<T>): Promise<T> {
    const vault = this.connection.client.db(this.config.VAULT_DATABASE, {
      writeConcern: { w: 'majority', journal: true },
    });
    let timer: NodeJS.Timeout | undefined;
    const timeoutPromise = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StoreUnavailable('The vault')), CALL_TIMEOUT_MS);
    });
    try {
      return await Promise.race([work(vault), timeoutPromise]);
    } catch (error) {
      throw isServerDown(error) ? new StoreUnavailable('The vault', { cause: error }) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async onApplicationShutdown() {
    await this.connection.closeConnection();
  }
}
