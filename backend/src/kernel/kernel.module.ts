import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { allEvents } from '../app.events.js';
import { VaultKeys } from '../vault/person-keys.js';
import { Attempts } from './attempts.js';
import { Clock } from './clock.js';
import { EventCodec } from './codec.js';
import { CommandHandling } from './command-handling.js';
import { EventStore } from './event-store.js';
import { KeyedHashes } from './keyed-hashes.js';
import { Mongo } from './mongo.js';
import { RedisClient } from './redis.js';
import { Streams } from './streams.js';

const providers = [Clock, KeyedHashes, EventStore, Mongo, RedisClient, Attempts, VaultKeys, Streams, CommandHandling];

/** What every slice stands on: the stores, time, and the handling of commands. */
@Global()
@Module({})
export class KernelModule {
  static with(config: Config): DynamicModule {
    const codec = {
      provide: EventCodec,
      useFactory: (keys: VaultKeys) => new EventCodec(allEvents, keys),
      inject: [VaultKeys],
    };
    return {
      module: KernelModule,
      providers: [{ provide: CONFIG, useValue: config }, codec, ...providers],
      exports: [CONFIG, EventCodec, ...providers],
    };
  }
}
