import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock } from './clock.js';
import { EventCodec } from './codec.js';
import { CommandHandling } from './command-handling.js';
import { EVENT_SETS, type EventSet } from './events.js';
import { Ids } from './ids.js';
import { KeyedHashes } from './keyed-hashes.js';
import { LiveStreams } from './live-streams.js';
import { LogFeed } from './log-feed.js';
import { PERSON_KEYS, type PersonKeys } from './personal-data.js';
import { StreamCache } from './stream-cache.js';
import { Streams } from './streams.js';

const eventCodec = {
  provide: EventCodec,
  useFactory: (eventSets: readonly EventSet[], keys: PersonKeys) => new EventCodec(eventSets, keys),
  inject: [EVENT_SETS, PERSON_KEYS],
};
const providers = [
  Clock,
  Ids,
  KeyedHashes,
  Streams,
  LogFeed,
  LiveStreams,
  CommandHandling,
  eventCodec,
];

/** Event sourcing: clock, ids, codec, and command handling for the events of all slices. */
@Global()
@Module({})
export class KernelModule {
  static with(eventSets: readonly EventSet[]): DynamicModule {
    return {
      module: KernelModule,
      providers: [{ provide: EVENT_SETS, useValue: eventSets }, StreamCache, ...providers],
      exports: [EVENT_SETS, ...providers],
    };
  }
}
