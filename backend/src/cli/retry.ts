import { setTimeout as delay } from 'node:timers/promises';
import type { Mongo } from '../kernel/mongo.js';
import type { Parked } from '../projections/checkpoint.js';
import { Failure } from './cli.js';

const ASK_AGAIN_MS = 200;
const WITHIN_MS = 30_000;

type Retried = Readonly<{ mended: readonly Parked[]; still: readonly Parked[] }>;

/** Asks whoever keeps a projection to read on what it leaves out, and waits for the result. @throws Failure when nobody does */
export const retryParked = async (mongo: Mongo, projection: string): Promise<Retried> => {
  const parked = mongo.readModels.collection<Parked>('parked');
  const asked = await parked.find({ projection }).toArray();
  await parked.updateMany({ projection }, { $set: { retry: true } });
  for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline; await delay(ASK_AGAIN_MS)) {
    const left = await parked.find({ projection }).toArray();
    if (left.some(({ retry }) => retry)) continue;
    const still = left.filter(({ _id }) => asked.some((one) => one._id === _id));
    return { still, mended: asked.filter(({ _id }) => !still.some((one) => one._id === _id)) };
  }
  throw new Failure(`No process has taken up ${projection} within ${WITHIN_MS / 1_000} s.`);
};
