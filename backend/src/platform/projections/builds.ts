import { Inject, Injectable } from '@nestjs/common';
import type { LimitFunction } from 'p-limit';
import { randomUUID } from 'node:crypto';
import { EventCodec } from '../kernel/codec.js';
import { EVENT_SETS, type EventSet } from '../kernel/events.js';
import { EventStore } from '../stores/event-store.js';
import { Mongo } from '../stores/mongo.js';
import { Build } from './build.js';
import { type Checkpoint, collectionName } from './checkpoint.js';
import { Assignments } from './assignments.js';
import type { Assignment } from './assignment.js';
import { ErasedPeople } from './erased-people.js';
import { Leases } from './lease.js';
import { UpdatePublisher } from './update-publisher.js';
import { Parking } from './parking.js';
import type { StoredDocument } from './projection.js';
import { ShadowCollection } from './shadow-collection.js';

const needsBuild = ({ live, stale }: Assignment, checkpoint: Checkpoint | undefined): boolean =>
  live === null ||
  stale ||
  checkpoint?.rebuild?.state === 'asked' ||
  checkpoint?.rebuild?.state === 'running';

/**
 * Starts the builds of missing, stale, and requested collections. Builds that start together read
 * the log only once.
 */
@Injectable()
export class Builds {
  private readonly shadowCollections = new Map<Assignment, ShadowCollection>();
  private readonly startingAssignments = new Set<Assignment>();
  private readonly runningBuilds = new Set<Promise<void>>();

  constructor(
    private readonly eventStore: EventStore,
    private readonly eventCodec: EventCodec,
    private readonly erasedPeople: ErasedPeople,
    private readonly mongoStore: Mongo,
    private readonly leases: Leases,
    private readonly assignments: Assignments,
    private readonly parkingStore: Parking,
    private readonly publisher: UpdatePublisher,
    @Inject(EVENT_SETS) private readonly eventSets: readonly EventSet[],
  ) {}

  isBuilding(assignment: Assignment): boolean {
    return this.startingAssignments.has(assignment) || this.shadowCollections.has(assignment);
  }

  /** The names of the collections under construction. */
  get collections(): readonly string[] {
    return [...this.shadowCollections.values()].map(({ collection }) => collection.collectionName);
  }

  /** Starts pending builds. Calls `onLive` when collections become live for the first time. */
  startPending(
    checkpoints: ReadonlyMap<string, Checkpoint>,
    writeLock: LimitFunction,
    abortSignal: AbortSignal,
    onLive: () => void,
  ): void {
    const pendingAssignments = this.assignments.all.filter(
      (assignment) =>
        !this.isBuilding(assignment) &&
        needsBuild(assignment, checkpoints.get(assignment.projection.name)),
    );
    if (pendingAssignments.length === 0) return;
    for (const assignment of pendingAssignments) this.startingAssignments.add(assignment);
    const buildTask = this.runBuild(pendingAssignments, writeLock, abortSignal, onLive)
      // A build that could not start is retried.
      .catch(() => undefined)
      .finally(() => {
        for (const assignment of pendingAssignments) {
          this.startingAssignments.delete(assignment);
          this.shadowCollections.delete(assignment);
        }
        this.runningBuilds.delete(buildTask);
      });
    this.runningBuilds.add(buildTask);
  }

  async allStopped(): Promise<void> {
    await Promise.all(this.runningBuilds);
  }

  private async runBuild(
    pendingAssignments: readonly Assignment[],
    writeLock: LimitFunction,
    abortSignal: AbortSignal,
    onLive: () => void,
  ) {
    // Read the end first: keys that were erased before it are forgotten, and later erasures come
    // after it.
    const logEnd = await this.eventStore.readLogEnd();
    this.eventCodec.forgetKeys();
    const shadows: ShadowCollection[] = [];
    for (const assignment of pendingAssignments) {
      const shadow = await writeLock(() => this.createShadow(assignment));
      if (shadow) shadows.push(shadow);
    }
    const buildTools = {
      store: this.eventStore,
      codec: this.eventCodec,
      erasedPeople: this.erasedPeople,
      leases: this.leases,
      assignments: this.assignments,
      publisher: this.publisher,
      sets: this.eventSets,
      end: logEnd,
      writeLock,
      onLive,
    };
    await new Build(shadows, buildTools, abortSignal, ({ assignment }) =>
      this.shadowCollections.delete(assignment),
    ).runBuild();
  }

  /**
   * Creates a collection in a new epoch, so that a stalled process writes only to the old, unused
   * collection. Returns null if the build is no longer needed.
   */
  private async createShadow(assignment: Assignment): Promise<ShadowCollection | null> {
    const { id, projection } = assignment;
    const checkpoint = await this.leases.beginEpoch(id, assignment.epoch);
    assignment.epoch = checkpoint.epoch;
    if (!needsBuild(assignment, checkpoint)) return null;
    const collection = this.mongoStore.readModels.collection<StoredDocument>(
      collectionName(projection, assignment.epoch),
    );
    const shadow = new ShadowCollection(
      assignment,
      checkpoint.rebuild?.id ?? randomUUID(),
      collection,
      this.parkingStore,
    );
    this.shadowCollections.set(assignment, shadow);
    await this.mongoStore.readModels.createCollection(collection.collectionName);
    for (const indexKeys of projection.indexes) await collection.createIndex({ ...indexKeys });
    if (projection.people) await collection.createIndex({ 'folded.people': 1, _id: 1 });
    return shadow;
  }
}
