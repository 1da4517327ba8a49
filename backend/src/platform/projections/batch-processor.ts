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

/** Applies each batch of events to all live collections of this process. */
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
   * Applies a batch to one collection after the other, so this process and MongoDB take turns and
   * leave a core to commands. Then advances the checkpoints in one write and publishes the changes
   * in one message.
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
   * Requests a rebuild of every read model with personal data when keys were erased: an event does
   * not show which documents were read with them. Requests it before the checkpoint moves, so it
   * survives a crash.
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

  /**
   * Applies the batch up to an event of an unknown schema; null if the assignment cannot continue.
   */
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
