import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import mongoose from 'mongoose';
import { CONFIG, type Config } from '../config.js';

const ANSWER_WITHIN_MS = 2_000;

/**
 * The two databases: read models, which can be dropped at any time, and the vault, which cannot. One pool of connections
 * serves both. A store that does not answer fails a call instead of holding it.
 */
@Injectable()
export class Mongo implements OnModuleDestroy {
  private readonly pool: mongoose.Connection;
  readonly readModels: mongoose.Connection;
  readonly vault: mongoose.Connection;

  constructor(@Inject(CONFIG) config: Config) {
    this.pool = mongoose.createConnection(config.MONGODB_URI, {
      autoCreate: false,
      autoIndex: false,
      bufferCommands: true,
      serverSelectionTimeoutMS: ANSWER_WITHIN_MS,
      maxPoolSize: 20,
    });
    this.pool.asPromise().catch(() => undefined);
    this.readModels = this.pool.useDb(config.MONGODB_DATABASE);
    this.vault = this.pool.useDb(`${config.MONGODB_DATABASE}_vault`);
  }

  /** Whether the server answers in time. */
  async answers(): Promise<boolean> {
    return this.readModels
      .asPromise()
      .then((connection) => connection.db!.command({ ping: 1 }))
      .then(
        () => true,
        () => false,
      );
  }

  async onModuleDestroy() {
    await this.pool.close();
  }
}
