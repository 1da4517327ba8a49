import { Inject, Injectable, Logger } from '@nestjs/common';
import type { LimitFunction } from 'p-limit';
import { CONFIG, type Config } from '../../config.js';
import type { UnreadableEvent } from '../kernel/codec.js';
import { EVENT_SETS, type EventSet } from '../kernel/events.js';
import { Mongo } from '../stores/mongo.js';
import { type Checkpoint, checkpointId } from './checkpoint.js';
import { Checkpoints } from './checkpoints.js';
import { fairShares } from './fair-shares.js';
import type { Assignment } from './assignment.js';
import { categoriesOf } from './event-filter.js';
import { Leases } from './lease.js';
import { Parking } from './parking.js';
import { RELEASE_ID } from './program.js';
import { type AnyProjection, PROJECTIONS, type StoredDocument } from './projection.js';
import { Projectors } from './projectors.js';

/** How long unknown event types are left to newer releases before this process retries. */
const UNKNOWN_RETRY_MS = 30_000;

/**
 * The projections that this process runs: its fair share, which it acquires from stopped processes
 * and releases to new ones.
 */
@Injectable()
export class Assignments {
  private readonly logger = new Logger('projections');
  private readonly assignmentsById = new Map<string, Assignment>();
  private readonly stoppedUntil = new Map<string, number>();
  private readonly loggedEvents = new Set<string>();
  private readonly runnableProjections: readonly AnyProjection[];
  private awaitsRelease = false;

  constructor(
    private readonly mongoStore: Mongo,
    private readonly checkpoints: Checkpoints,
    private readonly leases: Leases,
    private readonly projectors: Projectors,
    private readonly parkingStore: Parking,
    @Inject(RELEASE_ID) private readonly releaseId: string,
    @Inject(EVENT_SETS) private readonly eventSets: readonly EventSet[],
    @Inject(PROJECTIONS) private readonly projections: readonly AnyProjection[],
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const { PROJECTIONS: pinnedNames } = config;
    const unknownName = pinnedNames.find(
      (name) => !projections.some((projection) => projection.name === name),
    );
    if (unknownName) throw new Error(`PROJECTIONS names an unknown projection: ${unknownName}`);
    this.runnableProjections = projections.filter(
      ({ name }) => pinnedNames.length === 0 || pinnedNames.includes(name),
    );
  }

  get all(): readonly Assignment[] {
    return [...this.assignmentsById.values()];
  }

  /** The assignments with a complete collection. They follow the log together. */
  get live(): readonly Assignment[] {
    return this.all.filter(({ live }) => live);
  }

  /** Whether another process is about to release part of this process's fair share. */
  get isAwaitingRelease(): boolean {
    return this.awaitsRelease;
  }

  /**
   * Sends a heartbeat, then acquires and releases leases until each live process has its fair
   * share. Never releases a projection that is `busy` or in the middle of a batch. Returns the
   * checkpoints as they were before.
   */
  async renewLeases(
    isBusy: (assignment: Assignment) => boolean,
    writeLock: LimitFunction,
  ): Promise<ReadonlyMap<string, Checkpoint>> {
    const stoppedIds = this.currentlyStopped();
    const runnableIds = this.runnableProjections
      .map(checkpointId)
      .filter((projectionId) => !stoppedIds.has(projectionId));
    await this.projectors.heartbeat(runnableIds, this.config.PROJECTIONS.length > 0);
    const liveProcesses = await this.projectors.liveProcesses();
    const checkpoints = await this.loadCheckpoints();
    const liveOwners = new Map<string, string>();
    for (const { _id, owner } of checkpoints.values())
      if (liveProcesses.some(({ id }) => id === owner)) liveOwners.set(_id, owner!);
    const shares = fairShares(liveProcesses, liveOwners);
    const releasedIds: string[] = [];
    const unownedProjections: AnyProjection[] = [];
    this.awaitsRelease = false;
    for (const projection of this.projections) {
      const checkpoint = checkpoints.get(projection.name)!;
      const { _id } = checkpoint;
      const assignment = this.assignmentsById.get(_id);
      const isOwned = checkpoint.owner === this.projectors.processId;
      if (assignment && !isOwned) this.dropAssignment(assignment);
      if (shares.get(_id) !== this.projectors.processId) {
        if (isOwned && !(assignment && isBusy(assignment))) releasedIds.push(_id);
      } else if (isOwned) {
        if (!assignment) await this.addAssignment(projection, checkpoint);
      } else if (liveOwners.has(_id)) this.awaitsRelease = true;
      else unownedProjections.push(projection);
    }
    if (releasedIds.length > 0) await writeLock(() => this.releaseLeases(...releasedIds));
    const acquiredCheckpoints = await Promise.all(
      unownedProjections.map(({ name }) => this.leases.acquireLease(checkpoints.get(name)!)),
    );
    await Promise.all(
      acquiredCheckpoints.map(
        (checkpoint, index) =>
          checkpoint && this.addAssignment(unownedProjections[index]!, checkpoint),
      ),
    );
    return checkpoints;
  }

  /**
   * Requests a rebuild of collections with streams that another release parked, because this
   * release may be able to read them.
   */
  async retryParked(): Promise<void> {
    const collectionNames = this.live.flatMap(({ live }) => live?.collection.collectionName ?? []);
    const retriedCollections = await this.parkingStore.parkedByOthers(collectionNames);
    for (const assignment of this.live)
      if (retriedCollections.has(assignment.live!.collection.collectionName))
        assignment.stale = true;
  }

  /** Restarts from the checkpoints and discards the progress that this process had in memory. */
  async reloadCheckpoints(): Promise<void> {
    const checkpoints = await this.checkpoints.loadAll();
    for (const assignment of this.all) {
      const checkpoint = checkpoints.get(assignment.projection.name);
      if (checkpoint?.owner === this.projectors.processId) {
        assignment.live = await this.collectionOf(checkpoint);
        assignment.refold = checkpoint.refold ?? null;
      } else this.dropAssignment(assignment);
    }
  }

  /**
   * Releases a projection because only a newer release can read an event.
   * @throws LeaseLost
   */
  async yieldToNewerRelease(
    { id, epoch, projection }: Assignment,
    event: UnreadableEvent,
  ): Promise<void> {
    const { id: eventId, stream, revision, type, unreadable: reason } = event;
    this.stoppedUntil.set(id, performance.now() + UNKNOWN_RETRY_MS);
    if (!this.loggedEvents.has(`${id} ${eventId}`))
      this.logger.warn(
        `${projection.name} is waiting for a newer release: event ${eventId} of ${stream}: ${reason}`,
      );
    this.loggedEvents.add(`${id} ${eventId}`);
    const stopReason = { stream, revision, eventId, type, reason, program: this.releaseId };
    await this.leases.advanceAll({ id, epoch, change: { stopped: stopReason } });
    await this.releaseLeases(id);
  }

  /** Releases all projections when the process stops. */
  async releaseAll(): Promise<void> {
    await this.leases.releaseLeases(...this.assignmentsById.keys());
    await this.projectors.deregister();
  }

  private currentlyStopped(): ReadonlySet<string> {
    const now = performance.now();
    for (const [projectionId, retryAt] of this.stoppedUntil)
      if (retryAt <= now) this.stoppedUntil.delete(projectionId);
    return new Set(this.stoppedUntil.keys());
  }

  private async loadCheckpoints(): Promise<ReadonlyMap<string, Checkpoint>> {
    const checkpoints = await this.checkpoints.loadAll();
    const missingProjections = this.projections.filter(({ name }) => !checkpoints.has(name));
    if (missingProjections.length === 0) return checkpoints;
    await this.leases.ensureCheckpoints(missingProjections);
    return this.checkpoints.loadAll();
  }

  private async addAssignment(projection: AnyProjection, checkpoint: Checkpoint) {
    const { _id: projectionId, epoch, refold = null } = checkpoint;
    const liveCollection = await this.collectionOf(checkpoint);
    const categories = categoriesOf(projection, this.eventSets);
    this.assignmentsById.set(projectionId, {
      id: projectionId,
      projection,
      categories,
      epoch,
      live: liveCollection,
      refold,
      stale: false,
      lost: false,
    });
  }

  private async collectionOf({ live }: Checkpoint) {
    if (!live) return null;
    const collection = this.mongoStore.readModels.collection<StoredDocument>(live.collection);
    return {
      collection,
      position: live.position,
      parked: await this.parkingStore.streamsOf(live.collection),
    };
  }

  private async releaseLeases(...projectionIds: readonly string[]) {
    for (const projectionId of projectionIds) {
      const assignment = this.assignmentsById.get(projectionId);
      if (assignment) this.dropAssignment(assignment);
    }
    await this.leases.releaseLeases(...projectionIds);
  }

  private dropAssignment(assignment: Assignment) {
    assignment.lost = true;
    this.assignmentsById.delete(assignment.id);
  }
}
