import type { AllStreamSubscription } from '@eventstore/db-client';
import { type StoredEvent, asStored } from './stored-event.js';

/** Events of a subscription in log order. Empty if the subscription has just caught up. */
export type Batch = Readonly<{ events: readonly StoredEvent[]; caughtUp: boolean }>;

/**
 * Yields the events of a subscription in batches of up to `batchSize` until the signal aborts.
 * @throws the error that ends the subscription
 */
export async function* batchesOf(
  subscription: AllStreamSubscription,
  batchSize: number,
  abortSignal: AbortSignal,
): AsyncGenerator<Batch> {
  let hasCaughtUp = false;
  let streamError: unknown;
  let wakeReader: () => void = () => undefined;
  const stopReader = () => wakeReader();
  subscription
    .on('caughtUp', () => ((hasCaughtUp = true), wakeReader()))
    .on('readable', () => wakeReader())
    .on('error', (error) => ((streamError = error), wakeReader()))
    .on('end', () => ((streamError ??= new Error('the subscription ended')), wakeReader()));
  abortSignal.addEventListener('abort', stopReader);
  try {
    while (!abortSignal.aborted) {
      const events: StoredEvent[] = [];
      // All earlier events are already buffered, so the history ends with the batch that empties
      // the buffer.
      const isHistoryEnd = hasCaughtUp;
      for (
        let next = subscription.read();
        next;
        next = events.length < batchSize ? subscription.read() : null
      )
        events.push(...asStored(next));
      const endsHistory = isHistoryEnd && events.length < batchSize;
      if (endsHistory) hasCaughtUp = false;
      if (events.length > 0 || endsHistory) yield { events, caughtUp: endsHistory };
      else if (streamError) throw streamError;
      // Events arrive one by one. Wait a turn so that those that arrive together are all buffered.
      else await new Promise<void>((resolve) => (wakeReader = () => setImmediate(resolve)));
    }
  } finally {
    abortSignal.removeEventListener('abort', stopReader);
    subscription.unsubscribe().catch(() => undefined);
  }
}
