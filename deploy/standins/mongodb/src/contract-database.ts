import mongoose from 'mongoose';
import { randomUUID } from 'node:crypto';
import { startMongoDb } from './server.js';

export type ContractDatabase = {
  connection: mongoose.Connection;
  db: mongoose.mongo.Db;
  close(): Promise<void>;
};

/**
 * Opens a new database on the server in MONGODB_URI, or on a stand-in started for it. `close` drops
 * it.
 */
export async function openContractDatabase(): Promise<ContractDatabase> {
  const configuredUri = process.env['MONGODB_URI'];
  const standInServer = configuredUri ? null : await startMongoDb({ port: 0 });
  const mongoConnection = await mongoose
    .createConnection(configuredUri ?? standInServer!.url, {
      dbName: `contract_${randomUUID().slice(0, 8)}`,
    })
    .asPromise();
  return {
    connection: mongoConnection,
    db: mongoConnection.db!,
    async close() {
      await mongoConnection.dropDatabase();
      await mongoConnection.close();
      await standInServer?.stop();
    },
  };
}
