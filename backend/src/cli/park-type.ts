import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { Checkpoint, ParkedStream } from '../platform/projections/checkpoint.js';
import { Checkpoints } from '../platform/projections/checkpoints.js';
import { Parking } from '../platform/projections/parking.js';
import { whileProjected } from './application.js';
import { type Cli, Failure } from './cli.js';

const LOOK_AGAIN_MS = 200;
const WITHIN_MS = 60_000;

/** The projections that are stopped at an event of a type, and that nobody builds anew meanwhile. */
const stoppedAt = async (app: INestApplicationContext, type: string): Promise<Checkpoint[]> => {
  const checkpoints = [...(await app.get(Checkpoints).load()).values()];
  return checkpoints.filter(
    ({ stopped, live, owner }) => stopped?.type === type && (live !== null || owner === null),
  );
};

/**
 * Lets the programs that stopped at a type of event park its streams instead, and waits until they go on. Only their word is
 * taken: another program that does not know the type either stops again, and one that knows it reads on by itself.
 * @throws Failure where nothing is stopped at it, or nobody goes on
 */
export const parkType = async (
  cli: Cli,
  app: INestApplicationContext,
  type: string,
): Promise<readonly ParkedStream[]> => {
  const stopped = await stoppedAt(app, type);
  if (stopped.length === 0)
    throw new Failure(`No read model is stopped at an event of type ${type}.`);
  const { parkedTypes, rows } = app.get(Parking);
  const at = new Date().toISOString();
  for (const program of new Set(stopped.map((one) => one.stopped!.program)))
    await parkedTypes.replaceOne(
      { _id: `${program}/${type}` },
      { program, type, at },
      { upsert: true },
    );
  await whileProjected(cli, app, async () => {
    for (
      const deadline = performance.now() + WITHIN_MS;
      performance.now() < deadline;
      await delay(LOOK_AGAIN_MS)
    )
      if ((await stoppedAt(app, type)).length === 0) return;
    throw new Failure(`No process that stopped there has gone on within ${WITHIN_MS / 1_000} s.`);
  });
  const live = [...(await app.get(Checkpoints).load()).values()]
    .filter(({ _id }) => stopped.some((one) => one._id === _id))
    .flatMap((checkpoint) => checkpoint.live?.collection ?? []);
  return rows.find({ collection: { $in: live } }).toArray();
};

/** Takes that back for all programs. @throws Failure where it was not said */
export const unparkType = async (app: INestApplicationContext, type: string): Promise<void> => {
  const { deletedCount } = await app.get(Parking).parkedTypes.deleteMany({ type });
  if (deletedCount === 0) throw new Failure(`Events of type ${type} are not parked.`);
};
