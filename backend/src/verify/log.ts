import { allEvents } from '../slices.js';
import type { INestApplicationContext } from '@nestjs/common';
import { EventCodec, type UnreadableEvent } from '../platform/kernel/codec.js';
import { EventStore } from '../platform/stores/event-store.js';
import type { RecordedEvent } from '../platform/kernel/events.js';

const BATCH_SIZE = 2_000;

/** All categories of streams. */
export const categories: readonly string[] = allEvents.flatMap((eventSet) => eventSet.categories);

/**
 * Yields decoded events in batches, after a position (null: all) up to the current end of the log.
 */
export async function* readLog(
  app: INestApplicationContext,
  afterPosition: string | null,
  signal: AbortSignal,
): AsyncGenerator<(RecordedEvent | UnreadableEvent)[]> {
  for await (const { events, caughtUp } of app
    .get(EventStore)
    .follow(categories, afterPosition, BATCH_SIZE, signal)) {
    if (events.length > 0) yield await app.get(EventCodec).decode(events);
    if (caughtUp) return;
  }
  signal.throwIfAborted();
}
