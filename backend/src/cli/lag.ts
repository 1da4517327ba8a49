import type { INestApplicationContext } from '@nestjs/common';
import type { Checkpoint } from '../platform/projections/checkpoint.js';
import { EventStore } from '../platform/stores/event-store.js';
import { categories } from '../verify/log.js';

const BATCH = 2_000;

/** How many events of the log each checkpoint has not come to, and how long ago the oldest of them was stored. */
export type Lag = { events: number; sinceMs: number };

export const lagsOf = async (
  app: INestApplicationContext,
  checkpoints: readonly Checkpoint[],
  signal: AbortSignal,
): Promise<Lag[]> => {
  const positions = checkpoints.map(({ live }) => live?.position ?? '');
  const lags = checkpoints.map((): Lag => ({ events: 0, sinceMs: 0 }));
  const from = positions.reduce(
    (least, position) => (position < least ? position : least),
    positions[0] ?? '',
  );
  for await (const { events, caughtUp } of app
    .get(EventStore)
    .follow(categories, from || null, BATCH, signal)) {
    for (const { position, storedAt } of events)
      for (const [index, lag] of lags.entries()) {
        if (position <= positions[index]!) continue;
        if (lag.events++ === 0) lag.sinceMs = Math.max(0, Date.now() - storedAt);
      }
    if (caughtUp) return lags;
  }
  return lags;
};
