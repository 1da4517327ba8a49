import mongoose from 'mongoose';
import { randomUUID } from 'node:crypto';
import { startMongoDb } from './server.js';

export type ContractDatabase = {
  connection: mongoose.Connection;
  db: mongoose.mongo.Db;
  close(): Promise<void>;
};

/** A fresh database on the server that MONGODB_URI names, else on a stand-in of its own; `close` drops it. */
export async function openContractDatabase(): Promise<ContractDatabase> {
  const given = process.env['MONGODB_URI'];
  const started = given ? null : await startMongoDb({ port: 0 });
  const connection = await mongoose
    .createConnection(given ?? started!.url, { dbName: `contract_${randomUUID().slice(0, 8)}` })
    .asPromise();
  return {
    connection,
    db: connection.db!,
    async close() {
      await connection.dropDatabase();
      await connection.close();
      await started?.stop();
    },
  };
}
