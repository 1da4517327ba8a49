import { Logger } from '@nestjs/common';
import { readConfig } from '../config.js';
import { allEvents } from '../event-sets.js';
import { EventCodec } from '../platform/kernel/codec.js';
import { KeyedHashes } from '../platform/kernel/keyed-hashes.js';
import { EventStore } from '../platform/stores/event-store.js';
import { Mongo } from '../platform/stores/mongo.js';
import { VaultDatabase } from '../platform/stores/vault-database.js';
import { ErasureRegister } from '../platform/vault/erasure-register.js';
import { KeyWrapping } from '../platform/vault/key-wrapping.js';
import { VaultKeys } from '../platform/vault/person-keys.js';
import { SecretsCheck } from '../platform/vault/secrets-check.service.js';
import { untilClosed, untilOpen } from './application.js';
import type { Cli } from './cli.js';

type Log = Readonly<{ store: EventStore; codec: EventCodec }>;

/** Runs work on the log and the vault, without the application. */
export const withLog = async <T>(cli: Cli, work: (log: Log) => Promise<T>): Promise<T> => {
  Logger.overrideLogger(['error', 'fatal']);
  const config = readConfig(cli.environment);
  const store = new EventStore(config);
  const mongo = new Mongo(config);
  const vault = new VaultDatabase(mongo, config);
  const wrapping = new KeyWrapping(config.KEY_SECRETS);
  try {
    await untilOpen(new SecretsCheck(vault, wrapping, new KeyedHashes(config)).onModuleInit());
    return await work({
      store,
      codec: new EventCodec(allEvents, new VaultKeys(vault, wrapping, new ErasureRegister(config))),
    });
  } finally {
    const clients = [store, vault, mongo];
    await untilClosed(Promise.all(clients.map((client) => client.onApplicationShutdown())));
  }
};
