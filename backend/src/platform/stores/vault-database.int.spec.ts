import { expect, it } from '@jest/globals';
import { startMongoDb } from '@courtly/standin-mongodb';
import { startProxy } from '../../../testing/tcp-proxy.js';
import type { Config } from '../../config.js';
import { Mongo } from './mongo.js';
import { VaultDatabase } from './vault-database.js';

it('the vault responds while all connections of the read models hang', async () => {
  const server = await startMongoDb({ port: 0 });
  const proxy = await startProxy(server.port);
  const uri = `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`;
  const config = {
    MONGODB_URI: uri,
    MONGODB_DATABASE: 'courtly',
    VAULT_URI: uri,
    VAULT_DATABASE: 'vault',
  } as Config;
  const mongo = new Mongo(config);
  const vault = new VaultDatabase(config);
  try {
    await mongo.connection.openConnection();
    await Promise.all(Array.from({ length: 20 }, () => mongo.ping()));
    proxy.freeze();
    await vault.onModuleInit();
    expect(await vault.call((database) => database.command({ ping: 1 }))).toMatchObject({ ok: 1 });
  } finally {
    await Promise.all([vault.onApplicationShutdown(), mongo.onApplicationShutdown()]);
    await proxy.stop();
    await server.stop();
  }
});
