import type { AllStreamSubscription } from '@eventstore/db-client';
import { type StoredEvent, asStored } from './stored-event.js';

/** A batch of a subscription: events in log order, or none when the subscription has just caught up. */
export type Batch = Readonly<{ events: readonly StoredEvent[]; caughtUp: boolean }>;

/** What a subscription brings, in batches of up to `size`, until the signal. @throws whatever ends the subscription */
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
      // Everything that came before the store said so is waiting here, so a batch that empties it ends the history.
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
