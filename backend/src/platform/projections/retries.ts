import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { LimitFunction } from 'p-limit';
import { EventCodec } from '../kernel/codec.js';
import { EventStore } from '../stores/event-store.js';
import { applyBatch } from './apply.js';
import { type ParkedStream, requestedRebuild } from './checkpoint.js';
import type { Assignment, ProjectedCollection } from './assignment.js';
import { eventsFor } from './event-filter.js';
import { Leases } from './lease.js';
import { firstUnknown } from './unknown-event-schema.js';
import { UpdatePublisher } from './update-publisher.js';
import { Parking } from './parking.js';

/** Reads on streams that a live collection leaves out, by an operator's word or because another program left them out. */
@Injectable()
export class Retries {
  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly leases: Leases,
    private readonly parking: Parking,
    private readonly publisher: UpdatePublisher,
  ) {}

  /** Tries all that is due of these projections, each stream under the lock of whoever writes to live collections. */
  async retryDue(assignments: readonly Assignment[], writeLock: LimitFunction): Promise<void> {
    const byCollection = new Map(
      assignments.map((one) => [one.live?.collection.collectionName, one] as const),
    );
    for (const row of await this.parking.due(
      [...byCollection.keys()].filter((name) => name !== undefined),
    ))
      await writeLock(async () => {
        const assignment = byCollection.get(row.collection)!;
        const { live, lost } = assignment;
        if (!lost && live?.collection.collectionName === row.collection)
          await this.retry(assignment, live, row);
      });
  }

  private async retry(assignment: Assignment, live: ProjectedCollection, row: ParkedStream) {
    const { stream, revision } = row;
    const decoded = await this.codec.decode(await this.store.read(stream, revision - 1));
    const due = decoded.filter(({ position }) => position <= (live.position ?? ''));
    const events = eventsFor(assignment.projection, assignment.categories, due);
    const newer = firstUnknown(events, () => false);
    if (newer) return this.parking.stillFails(row, newer.unreadable);
    const applied = await applyBatch(live.collection, assignment.projection, events, () => false);
    const [still] = applied.parked;
    if (still) return this.parking.stillFails(row, still.reason);
    if (applied.passed > 0) {
      // Documents went on with events of other streams: what these lack can only come in from the start.
      await this.leases.advance({
        id: assignment.id,
        epoch: assignment.epoch,
        change: { rebuild: requestedRebuild(randomUUID()) },
      });
      return this.parking.stillFails(row, `${row.reason}; it is read on by a rebuild`);
    }
    await this.parking.resolved(row);
    live.parked.delete(stream);
    const { projection } = assignment;
    await this.publisher.publish([
      { projection, position: live.position, changed: applied.changed },
    ]);
  }
}
