import { allEvents } from '../app.events.js';
import type { EventCodec, StoredEvent, Unreadable } from '../kernel/codec.js';
import type { Batch } from '../kernel/event-store.js';
import { type Recorded, categoryOf } from '../kernel/events.js';
import { type Applied, type ReadModelCollection, applyBatch, categoriesOf, concerning } from './apply.js';
import type { AnyProjection } from './projection.js';

/** A read model that is built anew beside the one in use: how much of the log it shows, and which streams it leaves out. */
export class Replica {
  readonly parked = new Map<string, Applied['parked'][number]>();
  events = 0;
  position: string | null = null;
  private readonly categories: readonly string[];
  private writing = Promise.resolve();

  constructor(
    private readonly projection: AnyProjection,
    private readonly collection: ReadModelCollection,
    private readonly batches: AsyncGenerator<Batch>,
    private readonly codec: EventCodec,
  ) {
    this.categories = categoriesOf(projection, allEvents);
  }

  /** Takes one batch; while it is written, the next one can be read. Answers whether the end of the log was reached. */
  async advance(): Promise<boolean> {
    const next = await this.batches.next();
    if (next.done) throw new Error('the process stops');
    const { events, caughtUp } = next.value;
    const decoded = await this.codec.decode(
      events.filter(({ stream }) => this.categories.includes(categoryOf(stream))),
    );
    await this.writing;
    this.writing = this.write(events, decoded);
    // Whoever waits for it next meets its failure.
    this.writing.catch(() => undefined);
    return caughtUp;
  }

  /** Waits until everything that was taken is written. */
  settled(): Promise<void> {
    return this.writing;
  }

  private async write(events: readonly StoredEvent[], decoded: readonly (Recorded | Unreadable)[]) {
    const mine = concerning(this.projection, this.categories, decoded);
    const applied = await applyBatch(this.collection, this.projection, mine, (stream) => this.parked.has(stream));
    for (const one of applied.parked) this.parked.set(one.event.stream, one);
    this.events += events.length;
    this.position = events.at(-1)?.position ?? this.position;
  }
}
