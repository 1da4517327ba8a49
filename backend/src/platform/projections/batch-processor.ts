import { Inject, Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { EventCodec } from '../kernel/codec.js';
import { EVENT_SETS, type EventSet, keyErasuresIn } from '../kernel/events.js';
import { projectionDelaySeconds } from '../stores/metrics.js';
import type { StoredEvent } from '../stores/stored-event.js';
import { projectBatch } from './project-batch.js';
import { requestedRebuild } from './checkpoint.js';
import { Assignments } from './assignments.js';
import type { BatchResult, DecodedEvent } from './fold.js';
import type { Assignment, ProjectedCollection } from './assignment.js';
import { Leases } from './lease.js';
import { UnknownEventSchema } from './unknown-event-schema.js';
import { UpdatePublisher } from './update-publisher.js';
import { Parking } from './parking.js';

type End = Pick<StoredEvent, 'position' | 'storedAt'>;
type Step = Readonly<{
  assignment: Assignment;
  live: ProjectedCollection;
  changed: BatchResult['changed'];
}>;

/** Projects each batch of events into all live collections of this process. */
@Injectable()
export class BatchProcessor {
  private readonly logger = new Logger('projections');
  private readonly keyErasures: ReadonlySet<string>;

  constructor(
    private readonly codec: EventCodec,
    private readonly leases: Leases,
    private readonly assignments: Assignments,
    private readonly parking: Parking,
    private readonly publisher: UpdatePublisher,
    @Inject(EVENT_SETS) sets: readonly EventSet[],
  ) {
    this.keyErasures = keyErasuresIn(sets);
  }

  /**
   * Folds a batch into all, then moves their checkpoints in one write, and publishes what changed in one message. One collection
   * after the other, so that this process and MongoDB take turns, and leave a core to those who book.
   */
  async process(
    assignments: readonly Assignment[],
    events: readonly DecodedEvent[],
    end: End,
  ): Promise<void> {
    await this.noteErasures(assignments, events);
    const steps: Step[] = [];
    for (const assignment of assignments) {
      const step = await this.step(assignment, events);
      if (step) steps.push(step);
    }
    const { position } = end;
    const moved = steps.filter(({ live }) => position > (live.position ?? ''));
    await this.leases.advanceTo(
      position,
      moved.map(({ assignment }) => assignment),
    );
    for (const { live } of moved) live.position = position;
    const lagSeconds = (Date.now() - end.storedAt) / 1000;
    for (const { assignment: one } of moved)
      projectionDelaySeconds.observe({ projection: one.projection.name }, lagSeconds);
    await this.publisher.publish(
      moved.map(({ assignment: { projection }, changed }) => ({ projection, position, changed })),
      lagSeconds,
    );
  }

  /**
   * Where a batch tells that keys are gone, every read model with personal data is built anew: nobody can tell from an event which
   * documents were read with them. Asked for before the batch is passed, so that a process that ends here asks again.
   */
  private async noteErasures(assignments: readonly Assignment[], events: readonly DecodedEvent[]) {
    const last = events.findLast(({ type }) => this.keyErasures.has(type));
    if (!last) return;
    this.codec.forgetKeys();
    const concerned = assignments.filter(
      ({ projection, live, lost }) =>
        projection.people && !lost && last.position > (live?.position ?? ''),
    );
    for (const assignment of concerned) assignment.stale = true;
    await this.leases.advance(
      ...concerned.map(({ id, epoch }) => ({
        id,
        epoch,
        change: { rebuild: requestedRebuild(randomUUID()) },
      })),
    );
  }

  /** Up to the end of the batch, or to where only a newer program can go on; null where it cannot be stepped. */
  private async step(
    assignment: Assignment,
    events: readonly DecodedEvent[],
  ): Promise<Step | null> {
    const { live } = assignment;
    if (!live || assignment.lost) return null;
    try {
      const changed = await projectBatch(assignment, live, events, this.parking);
      return { assignment, live, changed };
    } catch (error) {
      if (!(error instanceof UnknownEventSchema)) throw error;
      await this.assignments.yieldToNewerRelease(assignment, error.event);
      return null;
    }
  }
}
