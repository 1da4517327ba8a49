import { allEvents } from '../slices.js';
import type { INestApplicationContext } from '@nestjs/common';
import { EventCodec, type UnreadableEvent } from '../platform/kernel/codec.js';
import { EventStore } from '../platform/stores/event-store.js';
import type { RecordedEvent } from '../platform/kernel/events.js';

const BATCH = 2_000;

/** The categories of every stream of the application. */
export const categories: readonly string[] = allEvents.flatMap((set) => set.categories);

/** The decoded events after a position (null: from the start), in batches, up to the end that the log has now. */
export async function* readLog(
  app: INestApplicationContext,
  after: string | null,
  signal: AbortSignal,
): AsyncGenerator<(RecordedEvent | UnreadableEvent)[]> {
  for await (const { events, caughtUp } of app
    .get(EventStore)
    .follow(categories, after, BATCH, signal)) {
    if (events.length > 0) yield await app.get(EventCodec).decode(events);
    if (caughtUp) return;
  }
  signal.throwIfAborted();
}
