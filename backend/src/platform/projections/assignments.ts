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
import { PROGRAM } from './program.js';
import { type AnyProjection, PROJECTIONS, type StoredDocument } from './projection.js';
import { Projectors } from './projectors.js';

/** How long to leave unknown event types to newer releases before retrying. */
const NEWER_RETRY_MS = 30_000;

/**
 * The projections that this process runs: its fair share, acquired from stopped processes and
 * released to new ones.
 */
@Injectable()
export class Assignments {
  private readonly logger = new Logger('projections');
  private readonly byId = new Map<string, Assignment>();
  private readonly stopped = new Map<string, number>();
  private readonly logged = new Set<string>();
  private readonly runnable: readonly AnyProjection[];
  private awaitsRelease = false;

  constructor(
    private readonly mongo: Mongo,
    private readonly checkpoints: Checkpoints,
    private readonly leases: Leases,
    private readonly projectors: Projectors,
    private readonly parking: Parking,
    @Inject(PROGRAM) private readonly program: string,
    @Inject(EVENT_SETS) private readonly sets: readonly EventSet[],
    @Inject(PROJECTIONS) private readonly projections: readonly AnyProjection[],
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const { PROJECTIONS: pinned } = config;
    const unknown = pinned.find((name) => !projections.some((one) => one.name === name));
    if (unknown) throw new Error(`PROJECTIONS names an unknown projection: ${unknown}`);
    this.runnable = projections.filter(({ name }) => pinned.length === 0 || pinned.includes(name));
  }

  get all(): readonly Assignment[] {
    return [...this.byId.values()];
  }

  /** The assignments with a complete collection, which follow the log together. */
  get live(): readonly Assignment[] {
    return this.all.filter(({ live }) => live);
  }

  /**
   * Whether part of this process's fair share still belongs to another process that is about to
   * release it.
   */
  get isAwaitingRelease(): boolean {
    return this.awaitsRelease;
  }

  /**
   * Sends a heartbeat, then acquires and releases leases until each live process has its fair
   * share. Never releases a `busy` one, or one in the middle of a batch. Returns the checkpoints as
   * they were.
   */
  async renew(
    busy: (assignment: Assignment) => boolean,
    writeLock: LimitFunction,
  ): Promise<ReadonlyMap<string, Checkpoint>> {
    const left = this.leftToNewer();
    const runs = this.runnable.map(checkpointId).filter((id) => !left.has(id));
    await this.projectors.heartbeat(runs, this.config.PROJECTIONS.length > 0);
    const alive = await this.projectors.alive();
    const checkpoints = await this.loadCheckpoints();
    const owners = new Map<string, string>();
    for (const { _id, owner } of checkpoints.values())
      if (alive.some(({ id }) => id === owner)) owners.set(_id, owner!);
    const shares = fairShares(alive, owners);
    const released: string[] = [];
    const free: AnyProjection[] = [];
    this.awaitsRelease = false;
    for (const projection of this.projections) {
      const checkpoint = checkpoints.get(projection.name)!;
      const { _id } = checkpoint;
      const assignment = this.byId.get(_id);
      const mine = checkpoint.owner === this.projectors.id;
      if (assignment && !mine) this.lose(assignment);
      if (shares.get(_id) !== this.projectors.id) {
        if (mine && !(assignment && busy(assignment))) released.push(_id);
      } else if (mine) {
        if (!assignment) await this.assign(projection, checkpoint);
      } else if (owners.has(_id)) this.awaitsRelease = true;
      else free.push(projection);
    }
    if (released.length > 0) await writeLock(() => this.release(...released));
    const acquired = await Promise.all(
      free.map(({ name }) => this.leases.acquire(checkpoints.get(name)!)),
    );
    await Promise.all(
      acquired.map((checkpoint, index) => checkpoint && this.assign(free[index]!, checkpoint)),
    );
    return checkpoints;
  }

  /**
   * Marks collections with streams that another release parked for a rebuild: this one may read
   * them.
   */
  async retryParked(): Promise<void> {
    const names = this.live.flatMap(({ live }) => live?.collection.collectionName ?? []);
    const retried = await this.parking.parkedByOthers(names);
    for (const assignment of this.live)
      if (retried.has(assignment.live!.collection.collectionName)) assignment.stale = true;
  }

  /** Restarts from the checkpoints and discards what this process assumed. */
  async reload(): Promise<void> {
    const checkpoints = await this.checkpoints.load();
    for (const assignment of this.all) {
      const checkpoint = checkpoints.get(assignment.projection.name);
      if (checkpoint?.owner === this.projectors.id)
        assignment.live = await this.collectionOf(checkpoint);
      else this.lose(assignment);
    }
  }

  /** Releases a projection at an event that only a newer release can read. @throws LeaseLost */
  async yieldToNewerRelease(
    { id, epoch, projection }: Assignment,
    event: UnreadableEvent,
  ): Promise<void> {
    const { id: eventId, stream, revision, type, unreadable: reason } = event;
    this.stopped.set(id, performance.now() + NEWER_RETRY_MS);
    if (!this.logged.has(`${id} ${eventId}`))
      this.logger.warn(
        `${projection.name} waits for a newer release: event ${eventId} of ${stream}: ${reason}`,
      );
    this.logged.add(`${id} ${eventId}`);
    const stopped = { stream, revision, eventId, type, reason, program: this.program };
    await this.leases.advance({ id, epoch, change: { stopped } });
    await this.release(id);
  }

  /** Releases everything when the process stops. */
  async releaseAll(): Promise<void> {
    await this.leases.release(...this.byId.keys());
    await this.projectors.deregister();
  }

  private leftToNewer(): ReadonlySet<string> {
    const now = performance.now();
    for (const [id, retryAt] of this.stopped) if (retryAt <= now) this.stopped.delete(id);
    return new Set(this.stopped.keys());
  }

  private async loadCheckpoints(): Promise<ReadonlyMap<string, Checkpoint>> {
    const found = await this.checkpoints.load();
    const missing = this.projections.filter(({ name }) => !found.has(name));
    if (missing.length === 0) return found;
    for (const projection of missing) await this.leases.ensureCheckpoint(projection);
    return this.checkpoints.load();
  }

  private async assign(projection: AnyProjection, checkpoint: Checkpoint) {
    const { _id: id, epoch } = checkpoint;
    const live = await this.collectionOf(checkpoint);
    const categories = categoriesOf(projection, this.sets);
    this.byId.set(id, {
      id,
      projection,
      categories,
      epoch,
      live,
      stale: false,
      lost: false,
    });
  }

  private async collectionOf({ live }: Checkpoint) {
    if (!live) return null;
    const collection = this.mongo.readModels.collection<StoredDocument>(live.collection);
    return {
      collection,
      position: live.position,
      parked: await this.parking.streamsOf(live.collection),
    };
  }

  private async release(...ids: readonly string[]) {
    for (const id of ids) {
      const assignment = this.byId.get(id);
      if (assignment) this.lose(assignment);
    }
    await this.leases.release(...ids);
  }

  private lose(assignment: Assignment) {
    assignment.lost = true;
    this.byId.delete(assignment.id);
  }
}
