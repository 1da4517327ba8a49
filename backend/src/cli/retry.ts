import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { ParkedStream } from '../platform/projections/checkpoint.js';
import { Checkpoints } from '../platform/projections/checkpoints.js';
import { Parking } from '../platform/projections/parking.js';
import { Failure } from './cli.js';

const LOOK_AGAIN_MS = 200;
const WITHIN_MS = 30_000;

type Retried = Readonly<{ mended: readonly ParkedStream[]; still: readonly ParkedStream[] }>;

/** Asks whoever keeps a projection to read on what it leaves out, and waits for the result. @throws Failure when nobody does */
export const retryParked = async (
  app: INestApplicationContext,
  projection: string,
): Promise<Retried> => {
  const { rows } = app.get(Parking);
  const collection = (await app.get(Checkpoints).load()).get(projection)?.live?.collection ?? '';
  const asked = await rows.find({ collection }).toArray();
  await rows.updateMany({ collection }, { $set: { retry: true } });
  for (
    const deadline = performance.now() + WITHIN_MS;
    performance.now() < deadline;
    await delay(LOOK_AGAIN_MS)
  ) {
    const left = await rows.find({ collection }).toArray();
    if (left.some(({ retry }) => retry)) continue;
    const still = left.filter(({ _id }) => asked.some((one) => one._id === _id));
    return { still, mended: asked.filter(({ _id }) => !still.some((one) => one._id === _id)) };
  }
  throw new Failure(`No process has taken up ${projection} within ${WITHIN_MS / 1_000} s.`);
};
