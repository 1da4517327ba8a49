import type { INestApplicationContext } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Rebuild, requestedRebuild } from '../platform/projections/checkpoint.js';
import { Checkpoints } from '../platform/projections/checkpoints.js';
import { Failure } from './cli.js';

const ASK_AGAIN_MS = 200;
const CHECKPOINT_WITHIN_MS = 15_000;
const BAR = 30;

/**
 * A progress bar: the share of the way to `end`, events per second, and the seconds left at that
 * rate.
 */
export const progressBar = (
  { events, seconds, position }: Pick<Rebuild, 'events' | 'seconds' | 'position'>,
  end: string | null,
): string => {
  const share = Math.min(1, Number(position ?? 0) / Math.max(1, Number(end ?? 0)));
  const filled = Math.round(share * BAR);
  const left = share > 0 ? ((seconds * (1 - share)) / share).toFixed(0) : '?';
  const rate = Math.round(events / Math.max(seconds, 0.001)).toLocaleString('en-US');
  const bar = `${'='.repeat(filled)}${' '.repeat(BAR - filled)}`;
  return `[${bar}] ${Math.round(share * 100)} %, ${rate} events/s, ${left} s left`;
};

const underWay = (rebuild: Rebuild | null) =>
  rebuild?.state === 'asked' || rebuild?.state === 'running';

/**
 * Requests a rebuild from the owner of a projection and watches it, or watches a running one.
 * @throws Failure if no process runs the projection
 */
export const rebuild = async (
  app: INestApplicationContext,
  name: string,
  signal: AbortSignal,
  tell: (progress: string) => void,
): Promise<Rebuild> => {
  const checkpoints = app.get(Checkpoints);
  const read = async () => (await checkpoints.loadAll()).get(name);
  let before = await read();
  for (
    const deadline = performance.now() + CHECKPOINT_WITHIN_MS;
    !before?.owner;
    before = await read()
  ) {
    if (performance.now() > deadline) throw new Failure(`No process runs ${name}.`);
    await delay(ASK_AGAIN_MS, undefined, { signal });
  }
  const last = underWay(before.rebuild) ? null : before.rebuild;
  if (!underWay(before.rebuild))
    await checkpoints.collection.updateOne(
      { _id: before._id },
      { $set: { rebuild: requestedRebuild(randomUUID()) } },
    );
  for (;;) {
    await delay(ASK_AGAIN_MS, undefined, { signal });
    const checkpoint = await read();
    const now = checkpoint?.rebuild;
    if (!now || now.id === last?.id) throw new Failure(`The rebuild of ${name} was abandoned.`);
    if (now.state === 'done') return now;
    if (now.state === 'failed')
      throw new Failure(`The rebuild of ${name} failed: ${now.error ?? 'unknown reason'}`);
    tell(progressBar(now, checkpoint.live?.position ?? null));
  }
};
