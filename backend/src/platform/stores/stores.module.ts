import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { EventStore } from './event-store.js';
import { Mongo } from './mongo.js';
import { RedisClient } from './redis.js';
import { StripeClient } from './stripe.js';
import { VaultDatabase } from './vault-database.js';

const storeClients = [EventStore, Mongo, VaultDatabase, RedisClient, StripeClient];

/** The clients of the stores and of Stripe, and their configuration. */
@Global()
@Module({})
export class StoresModule {
  static forConfig(config: Config): DynamicModule {
    return {
      module: StoresModule,
      providers: [{ provide: CONFIG, useValue: config }, ...storeClients],
      exports: [CONFIG, ...storeClients],
    };
  }
}
