import type { INestApplicationContext } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Rebuild, requestedRebuild } from '../platform/projections/checkpoint.js';
import { Checkpoints } from '../platform/projections/checkpoints.js';
import { Failure } from './cli.js';

const POLL_INTERVAL_MS = 200;
const OWNER_TIMEOUT_MS = 15_000;
const BAR_WIDTH = 30;

/**
 * A progress bar: how much of the log up to `endPosition` is done, the events per second, and the
 * seconds left at that rate.
 */
export const progressBar = (
  { events, seconds, position }: Pick<Rebuild, 'events' | 'seconds' | 'position'>,
  endPosition: string | null,
): string => {
  const completedShare = Math.min(1, Number(position ?? 0) / Math.max(1, Number(endPosition ?? 0)));
  const filledWidth = Math.round(completedShare * BAR_WIDTH);
  const secondsLeft =
    completedShare > 0 ? ((seconds * (1 - completedShare)) / completedShare).toFixed(0) : '?';
  const eventsPerSecond = Math.round(events / Math.max(seconds, 0.001)).toLocaleString('en-US');
  const progressText = `${'='.repeat(filledWidth)}${' '.repeat(BAR_WIDTH - filledWidth)}`;
  return `[${progressText}] ${Math.round(completedShare * 100)} %, ${eventsPerSecond} events/s, ${secondsLeft} s left`;
};

const isRunning = (rebuild: Rebuild | null) =>
  rebuild?.state === 'asked' || rebuild?.state === 'running';

/**
 * Requests a rebuild from the owner of a projection and watches it, or watches one that is already
 * running.
 * @throws Failure if no process runs the projection
 */
export const rebuild = async (
  application: INestApplicationContext,
  projectionName: string,
  abortSignal: AbortSignal,
  onProgress: (progress: string) => void,
): Promise<Rebuild> => {
  const checkpoints = application.get(Checkpoints);
  const readCheckpoint = async () => (await checkpoints.loadAll()).get(projectionName);
  let checkpoint = await readCheckpoint();
  for (
    const deadline = performance.now() + OWNER_TIMEOUT_MS;
    !checkpoint?.owner;
    checkpoint = await readCheckpoint()
  ) {
    if (performance.now() > deadline)
      throw new Failure(`No process runs ${projectionName}. Start a projector and try again.`);
    await delay(POLL_INTERVAL_MS, undefined, { signal: abortSignal });
  }
  const previousRebuild = isRunning(checkpoint.rebuild) ? null : checkpoint.rebuild;
  if (!isRunning(checkpoint.rebuild))
    await checkpoints.collection.updateOne(
      { _id: checkpoint._id },
      { $set: { rebuild: requestedRebuild(randomUUID()) } },
    );
  for (;;) {
    await delay(POLL_INTERVAL_MS, undefined, { signal: abortSignal });
    const checkpoint = await readCheckpoint();
    const currentRebuild = checkpoint?.rebuild;
    if (!currentRebuild || currentRebuild.id === previousRebuild?.id)
      throw new Failure(`The rebuild of ${projectionName} was abandoned. Run this command again.`);
    if (currentRebuild.state === 'done') return currentRebuild;
    if (currentRebuild.state === 'failed')
      throw new Failure(
        `The rebuild of ${projectionName} failed: ${currentRebuild.error ?? 'unknown reason'}`,
      );
    onProgress(progressBar(currentRebuild, checkpoint.live?.position ?? null));
  }
};
