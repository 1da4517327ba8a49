import { Logger } from '@nestjs/common';
import { readConfig } from '../config.js';
import { allEvents } from '../event-sets.js';
import { concernedIds } from '../across/audit/concerned.js';
import { PersonalDataReadRecorder } from '../across/audit/personal-data-reads.service.js';
import { Clock } from '../platform/kernel/clock.js';
import { EventCodec, type UnreadableEvent } from '../platform/kernel/codec.js';
import { CommandHandling } from '../platform/kernel/command-handling.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { Ids } from '../platform/kernel/ids.js';
import { KeyedHashes } from '../platform/kernel/keyed-hashes.js';
import { StreamCache } from '../platform/kernel/stream-cache.js';
import { EventStore } from '../platform/stores/event-store.js';
import { VaultDatabase } from '../platform/stores/vault-database.js';
import { ErasureRegister } from '../platform/vault/erasure-register.js';
import { KnownSecrets } from '../platform/vault/known-secrets.service.js';
import { KeyWrapping } from '../platform/vault/key-wrapping.js';
import { VaultKeys } from '../platform/vault/person-keys.js';
import { SecretsCheck } from '../platform/vault/secrets-check.service.js';
import { untilClosed, untilOpen } from './application.js';
import type { Cli } from './cli.js';
import { operatorContextAt } from './operator-context.js';

type Log = Readonly<{
  store: EventStore;
  codec: EventCodec;
  /**
   * Records whose personal data the events of a stream contain. Await this before showing the
   * events.
   */
  recordRead(
    stream: string,
    shownEvents: readonly (RecordedEvent | UnreadableEvent)[],
  ): Promise<void>;
}>;

/** Runs work on the log and the vault, without the application. */
export const withLog = async <T>(cli: Cli, work: (log: Log) => Promise<T>): Promise<T> => {
  Logger.overrideLogger(['error', 'fatal']);
  const config = readConfig({ ...cli.environment, ROLES: 'cli' });
  const store = new EventStore(config);
  const vault = new VaultDatabase(config);
  const wrapping = new KeyWrapping(config.KEY_SECRETS);
  try {
    await untilOpen(
      new SecretsCheck(
        vault,
        wrapping,
        new KeyedHashes(config),
        new KnownSecrets(vault, config),
        config,
      ).onModuleInit(),
    );
    const keys = new VaultKeys(vault, wrapping, new ErasureRegister(config));
    const codec = new EventCodec(allEvents, keys);
    return await work({
      store,
      codec,
      recordRead: async (stream, shownEvents) => {
        const ids = new Ids(config);
        const streamCache = new StreamCache(store, codec);
        const recorder = new PersonalDataReadRecorder(
          new CommandHandling(store, codec, streamCache, ids),
        );
        const of = shownEvents.flatMap((event) =>
          'unreadable' in event
            ? []
            : concernedIds(event.type, event.data as Record<string, unknown>),
        );
        await recorder.record(
          { what: 'timeline', about: stream, of },
          operatorContextAt(new Clock(config).instant(), 'events', '', ids),
        );
      },
    });
  } finally {
    const clients = [store, vault];
    await untilClosed(Promise.all(clients.map((client) => client.onApplicationShutdown())));
  }
};
