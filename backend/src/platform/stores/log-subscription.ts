import type { AllStreamSubscription } from '@eventstore/db-client';
import { type StoredEvent, asStored } from './stored-event.js';

/** Events of a subscription in log order; empty if it has just caught up. */
export type Batch = Readonly<{ events: readonly StoredEvent[]; caughtUp: boolean }>;

/**
 * Yields the events of a subscription in batches of up to `size` until the signal aborts.
 * @throws the error that ends the subscription
 */
export async function* batchesOf(
  subscription: AllStreamSubscription,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  let caughtUp = false;
  let failure: unknown;
  let wake: () => void = () => undefined;
  const stop = () => wake();
  subscription
    .on('caughtUp', () => ((caughtUp = true), wake()))
    .on('readable', () => wake())
    .on('error', (error) => ((failure = error), wake()))
    .on('end', () => ((failure ??= new Error('the subscription ended')), wake()));
  signal.addEventListener('abort', stop);
  try {
    while (!signal.aborted) {
      const events: StoredEvent[] = [];
      // All earlier events are already buffered, so the batch that empties the buffer ends the
      // history.
      const ending = caughtUp;
      for (
        let next = subscription.read();
        next;
        next = events.length < size ? subscription.read() : null
      )
        events.push(...asStored(next));
      const ended = ending && events.length < size;
      if (ended) caughtUp = false;
      if (events.length > 0 || ended) yield { events, caughtUp: ended };
      else if (failure) throw failure;
      // Events are told of one by one: those that came together are all there a turn later, and make one batch.
      else await new Promise<void>((resolve) => (wake = () => setImmediate(resolve)));
    }
  } finally {
    signal.removeEventListener('abort', stop);
    subscription.unsubscribe().catch(() => undefined);
  }
}
