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
import { Leases } from './lease.js';
import { UpdatePublisher } from './update-publisher.js';
import { Parking } from './parking.js';
import type { StoredDocument } from './projection.js';
import { ShadowCollection } from './shadow-collection.js';

const isDue = ({ live, stale }: Assignment, checkpoint: Checkpoint | undefined): boolean =>
  live === null ||
  stale ||
  checkpoint?.rebuild?.state === 'asked' ||
  checkpoint?.rebuild?.state === 'running';

/**
 * Starts builds of missing, stale, and requested collections. Builds that start together read the
 * log once.
 */
@Injectable()
export class Builds {
  private readonly shadows = new Map<Assignment, ShadowCollection>();
  private readonly starting = new Set<Assignment>();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly mongo: Mongo,
    private readonly leases: Leases,
    private readonly assignments: Assignments,
    private readonly parking: Parking,
    private readonly publisher: UpdatePublisher,
    @Inject(EVENT_SETS) private readonly sets: readonly EventSet[],
  ) {}

  isBuilding(assignment: Assignment): boolean {
    return this.starting.has(assignment) || this.shadows.has(assignment);
  }

  /** The names of the collections under construction. */
  get collections(): readonly string[] {
    return [...this.shadows.values()].map(({ collection }) => collection.collectionName);
  }

  /** Starts pending builds. Calls `wentLive` when collections become live for the first time. */
  startDue(
    checkpoints: ReadonlyMap<string, Checkpoint>,
    writeLock: LimitFunction,
    signal: AbortSignal,
    wentLive: () => void,
  ): void {
    const due = this.assignments.all.filter(
      (assignment) =>
        !this.isBuilding(assignment) &&
        isDue(assignment, checkpoints.get(assignment.projection.name)),
    );
    if (due.length === 0) return;
    for (const assignment of due) this.starting.add(assignment);
    const work = this.build(due, writeLock, signal, wentLive)
      // What could not be begun is due again.
      .catch(() => undefined)
      .finally(() => {
        for (const assignment of due) {
          this.starting.delete(assignment);
          this.shadows.delete(assignment);
        }
        this.running.delete(work);
      });
    this.running.add(work);
  }

  async stopped(): Promise<void> {
    await Promise.all(this.running);
  }

  private async build(
    due: readonly Assignment[],
    writeLock: LimitFunction,
    signal: AbortSignal,
    wentLive: () => void,
  ) {
    // Read the end first: keys erased before it are forgotten, and later erasures follow it.
    const end = await this.store.end();
    this.codec.forgetKeys();
    const begun: ShadowCollection[] = [];
    for (const assignment of due) {
      const shadow = await writeLock(() => this.begin(assignment));
      if (shadow) begun.push(shadow);
    }
    const { store, codec, leases, assignments, publisher, sets } = this;
    const tools = { store, codec, leases, assignments, publisher, sets, end, writeLock, wentLive };
    await new Build(begun, tools, signal, ({ assignment }) =>
      this.shadows.delete(assignment),
    ).run();
  }

  /**
   * Creates a collection in a new epoch, so a stalled process writes to an unused one. Returns null
   * if no build is needed anymore.
   */
  private async begin(assignment: Assignment): Promise<ShadowCollection | null> {
    const { id, projection } = assignment;
    const checkpoint = await this.leases.beginEpoch(id, assignment.epoch);
    assignment.epoch = checkpoint.epoch;
    if (!isDue(assignment, checkpoint)) return null;
    const collection = this.mongo.readModels.collection<StoredDocument>(
      collectionName(projection, assignment.epoch),
    );
    const shadow = new ShadowCollection(
      assignment,
      checkpoint.rebuild?.id ?? randomUUID(),
      collection,
      this.parking,
    );
    this.shadows.set(assignment, shadow);
    await this.mongo.readModels.createCollection(collection.collectionName);
    for (const index of projection.indexes) await collection.createIndex({ ...index });
    return shadow;
  }
}
