import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import mongoose from 'mongoose';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../config.js';

const ANSWER_WITHIN_MS = 2_000;
const TRY_AGAIN_MS = 500;

/**
 * The two databases: read models, which can be dropped at any time, and the vault, which cannot. One pool of connections
 * serves both. They are handed out as the driver's own objects, since mongoose's hold calls back while a server is away, and
 * a call to a store that does not answer has to fail.
 */
@Injectable()
export class Mongo implements OnModuleInit, OnApplicationShutdown {
  private readonly connection = mongoose.createConnection();
  private closed = false;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Waits for the server: in which order the processes start does not matter. */
  async onModuleInit() {
    const options = {
      autoCreate: false,
      autoIndex: false,
      serverSelectionTimeoutMS: ANSWER_WITHIN_MS,
      maxPoolSize: 20,
    };
    while (!this.closed && this.connection.readyState !== mongoose.ConnectionStates.connected)
      await this.connection.openUri(this.config.MONGODB_URI, options).catch(() => delay(TRY_AGAIN_MS));
  }

  get readModels(): mongoose.mongo.Db {
    return this.connection.getClient().db(this.config.MONGODB_DATABASE);
  }

  get vault(): mongoose.mongo.Db {
    return this.connection.getClient().db(`${this.config.MONGODB_DATABASE}_vault`);
  }

  /** Whether the server answers in time. */
  async answers(): Promise<boolean> {
    return this.readModels.command({ ping: 1 }).then(
      () => true,
      () => false,
    );
  }

  async onApplicationShutdown() {
    this.closed = true;
    await this.connection.close();
  }
}
