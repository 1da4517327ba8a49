import type { Mongo } from '../kernel/mongo.js';
import type { Applied } from './apply.js';
import type { Parked } from './checkpoint.js';

/** Writes down which streams a projection leaves out, from which event and why, for all to see. */
export const park = async (mongo: Mongo, projection: string, streams: Applied['parked']): Promise<void> => {
  const at = new Date().toISOString();
  const writes = streams.map(({ event: { id: eventId, stream, revision, position }, reason }) => {
    const replacement = { projection, stream, eventId, revision, position, reason, at, retry: false };
    return { replaceOne: { filter: { _id: `${projection}/${stream}` }, replacement, upsert: true } };
  });
  if (writes.length > 0) await mongo.readModels.collection<Parked>('parked').bulkWrite(writes, { ordered: false });
};

/** The same after a rebuild, which read every stream anew: those that it could read are parked no longer. */
export const parkInstead = async (mongo: Mongo, projection: string, streams: Applied['parked']): Promise<void> => {
  const left = streams.map(({ event }) => event.stream);
  await mongo.readModels.collection<Parked>('parked').deleteMany({ projection, stream: { $nin: left } });
  await park(mongo, projection, streams);
};
