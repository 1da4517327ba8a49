import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StandIn, startStandIn } from './stand-in.js';

/** A MongoDB in a process of its own, which has its data and its address again when it is started after a kill. */
export type MongoDb = StandIn & Readonly<{ stop(): Promise<void> }>;

/** Starts the stand-in, which keeps this database on disk. */
export const startMongoDb = async (database: string): Promise<MongoDb> => {
  const folder = await mkdtemp(join(tmpdir(), 'courtly-mongodb-'));
  const mongo = await startStandIn('mongodb', ['--data', folder, '--durable', database]);
  const stop = async () => {
    await mongo.kill();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...mongo, stop };
};
