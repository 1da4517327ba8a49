import type { INestApplicationContext } from '@nestjs/common';
import { EventCodec, type UnreadableEvent } from '../platform/kernel/codec.js';
import { EventStore } from '../platform/stores/event-store.js';
import type { RecordedEvent } from '../platform/kernel/events.js';

const BATCH_SIZE = 2_000;

/**
 * Yields decoded events in batches, after a position (null: all) up to the current end of the log.
 */
export async function* readEvents(
  eventStore: EventStore,
  eventCodec: EventCodec,
  afterPosition: string | null,
  abortSignal: AbortSignal,
): AsyncGenerator<(RecordedEvent | UnreadableEvent)[]> {
  for await (const { events, caughtUp } of eventStore.follow(
    eventCodec.categories,
    afterPosition,
    BATCH_SIZE,
    abortSignal,
  )) {
    if (events.length > 0) yield await eventCodec.decode(events);
    if (caughtUp) return;
  }
  abortSignal.throwIfAborted();
}

/** Like readEvents, but uses the stores of an application. */
export const readLog = (
  application: INestApplicationContext,
  afterPosition: string | null,
  abortSignal: AbortSignal,
): AsyncGenerator<(RecordedEvent | UnreadableEvent)[]> =>
  readEvents(application.get(EventStore), application.get(EventCodec), afterPosition, abortSignal);
