import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StandIn, startStandIn } from './stand-in.js';

/** A MongoDB stand-in that keeps its data and its address across restarts. */
export type MongoDb = StandIn & Readonly<{ stop(): Promise<void> }>;

export const startMongoDb = async (database: string): Promise<MongoDb> => {
  const folderPath = await mkdtemp(join(tmpdir(), 'courtly-mongodb-'));
  const mongo = await startStandIn('mongodb', ['--data', folderPath, '--durable', database]);
  const stop = async () => {
    await mongo.kill();
    await rm(folderPath, { recursive: true, force: true });
  };
  return { ...mongo, stop };
};
