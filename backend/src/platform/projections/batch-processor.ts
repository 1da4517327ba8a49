import { Injectable } from '@nestjs/common';
import { projectionDelaySeconds } from '../stores/metrics.js';
import type { StoredEvent } from '../stores/stored-event.js';
import { projectBatch } from './project-batch.js';
import { withErased } from './checkpoint.js';
import { ErasedPeople } from './erased-people.js';
import { Assignments } from './assignments.js';
import type { BatchResult, DecodedEvent } from './fold.js';
import type { Assignment, ProjectedCollection } from './assignment.js';
import { Leases } from './lease.js';
import { UnknownEventSchema } from './unknown-event-schema.js';
import { UpdatePublisher } from './update-publisher.js';
import { Parking } from './parking.js';

type BatchEnd = Pick<StoredEvent, 'id' | 'position' | 'storedAt'>;
type AppliedStep = Readonly<{
  assignment: Assignment;
  live: ProjectedCollection;
  changed: BatchResult['changed'];
}>;

/** Applies each batch of events to all live collections of this process. */
@Injectable()
export class BatchProcessor {
  constructor(
    private readonly erasedPeople: ErasedPeople,
    private readonly leases: Leases,
    private readonly assignments: Assignments,
    private readonly parkingStore: Parking,
    private readonly publisher: UpdatePublisher,
  ) {}

  /**
   * Applies a batch to one collection at a time, which leaves a core to commands while MongoDB
   * works. Then advances the checkpoints in one write and publishes all changes together.
   */
  async processBatch(
    assignments: readonly Assignment[],
    decodedEvents: readonly DecodedEvent[],
    batchEnd: BatchEnd,
  ): Promise<void> {
    await this.requestRefolds(assignments, decodedEvents);
    const appliedSteps: AppliedStep[] = [];
    for (const assignment of assignments) {
      const appliedStep = await this.applyStep(assignment, decodedEvents);
      if (appliedStep) appliedSteps.push(appliedStep);
    }
    const { position } = batchEnd;
    const movedSteps = appliedSteps.filter(({ live }) => position > (live.position ?? ''));
    await this.leases.advanceTo(
      batchEnd,
      movedSteps.map(({ assignment }) => assignment),
    );
    for (const { live } of movedSteps) live.position = position;
    const lagSeconds = (Date.now() - batchEnd.storedAt) / 1000;
    for (const { assignment } of movedSteps)
      projectionDelaySeconds.observe({ projection: assignment.projection.name }, lagSeconds);
    await this.publisher.publishProgress(
      movedSteps.map(({ assignment: { projection }, changed }) => ({
        projection,
        position,
        changed,
      })),
      lagSeconds,
    );
  }

  /**
   * Requests a refold of the documents of people whose keys were erased. The request precedes the
   * move of the checkpoint, so it survives a crash.
   */
  private async requestRefolds(
    assignments: readonly Assignment[],
    decodedEvents: readonly DecodedEvent[],
  ) {
    const erasures = this.erasedPeople.erasuresIn(decodedEvents);
    const lastErasure = erasures.at(-1);
    if (!lastErasure) return;
    const erasedIds = await this.erasedPeople.forget(erasures);
    const affectedAssignments = assignments.filter(
      ({ projection, live, lost }) =>
        projection.people && !lost && lastErasure.position > (live?.position ?? ''),
    );
    const refolds = affectedAssignments.map((assignment) => ({
      assignment,
      refold: withErased(assignment.refold, erasedIds),
    }));
    await this.leases.advanceAll(
      ...refolds.map(({ assignment: { id, epoch }, refold }) => ({
        id,
        epoch,
        change: { refold },
      })),
    );
    for (const { assignment, refold } of refolds) assignment.refold = refold;
  }

  /**
   * Applies the batch up to an event of an unknown schema. Returns null if the assignment cannot
   * continue.
   */
  private async applyStep(
    assignment: Assignment,
    decodedEvents: readonly DecodedEvent[],
  ): Promise<AppliedStep | null> {
    const { live } = assignment;
    if (!live || assignment.lost) return null;
    try {
      const changedDocuments = await projectBatch(
        assignment,
        live,
        decodedEvents,
        this.parkingStore,
      );
      return { assignment, live, changed: changedDocuments };
    } catch (error) {
      if (!(error instanceof UnknownEventSchema)) throw error;
      await this.assignments.yieldToNewerRelease(assignment, error.event);
      return null;
    }
  }
}
