import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { LimitFunction } from 'p-limit';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventCodec } from '../kernel/codec.js';
import type { EventSet } from '../kernel/events.js';
import type { EventStore } from '../stores/event-store.js';
import type { Batch } from '../stores/log-subscription.js';
import { isInLog } from '../stores/log-identity.js';
import { type Rebuild, requestedRebuild, withErased } from './checkpoint.js';
import { collectionHash } from './content-hash.js';
import type { ErasedPeople } from './erased-people.js';
import type { Assignments } from './assignments.js';
import type { DecodedEvent } from './fold.js';
import { allCategories, eventFilter } from './event-filter.js';
import { LeaseLost, type Leases } from './lease.js';
import { UnknownEventSchema } from './unknown-event-schema.js';
import { BuildThrottle } from './build-throttle.js';
import type { UpdatePublisher } from './update-publisher.js';
import type { ShadowCollection } from './shadow-collection.js';

const BATCH_SIZE = 1_000;
const REPORT_EVERY_MS = 250;
const MAX_TRIES = 3;
const MAX_PAUSE_MS = 5_000;

type BuildTools = Readonly<{
  store: EventStore;
  codec: EventCodec;
  erasedPeople: ErasedPeople;
  leases: Leases;
  assignments: Assignments;
  publisher: UpdatePublisher;
  sets: readonly EventSet[];
  /** The end of the log, read just before this process cleared its cached keys. */
  end: string | null;
  /** Allows one writer of live collections at a time. */
  writeLock: LimitFunction;
  /** Called when collections become live for the first time. */
  onLive: () => void;
}>;

/**
 * Builds collections from the start of the log: reads the history in pages, then subscribes. When
 * they have caught up, makes each live in one fenced write. Continues after failures.
 */
export class Build {
  private readonly logger = new Logger('projections');
  private readonly startedAt = Date.now();
  private readonly buildStart = performance.now();
  private readonly isRelevantEvent: ReturnType<typeof eventFilter>;
  private position: string | null = null;
  private eventId: string | null = null;
  private events = 0;
  private reportedAt = 0;
  private readonly buildThrottle: BuildThrottle;
  private shadows: readonly ShadowCollection[];
  private readonly pendingHashes: Promise<void>[] = [];

  constructor(
    shadows: readonly ShadowCollection[],
    private readonly buildTools: BuildTools,
    private readonly abortSignal: AbortSignal,
    /** Called for each shadow when its build ends, successfully or not. */
    private readonly onShadowEnd: (shadow: ShadowCollection) => void,
  ) {
    this.shadows = shadows;
    const projections = shadows.map(({ assignment }) => assignment.projection);
    this.isRelevantEvent = eventFilter(projections, buildTools.sets);
    this.buildThrottle = new BuildThrottle(buildTools.store);
  }

  async runBuild(): Promise<void> {
    for (let failures = 0; this.shadows.length > 0 && !this.abortSignal.aborted;) {
      const previousPosition = this.position;
      try {
        await this.buildToEnd();
      } catch (error) {
        if (this.abortSignal.aborted) break;
        failures = this.position === previousPosition ? failures + 1 : 1;
        this.logger[this.buildTools.store.isLost ? 'debug' : 'warn'](
          `Building ${this.projectionNames()} failed at attempt ${failures}: ${String(error)}`,
        );
        if (failures >= MAX_TRIES) await this.failBuild(error);
        await this.resumeBuild();
        await delay(Math.min(50 * 2 ** failures, MAX_PAUSE_MS), undefined, {
          signal: this.abortSignal,
        }).catch(() => undefined);
      }
    }
    for (const shadow of this.shadows) this.dropShadow(shadow);
    await Promise.all(this.pendingHashes);
  }

  private projectionNames = () =>
    this.shadows.map(({ assignment }) => assignment.projection.name).join(', ');

  private async buildToEnd() {
    const { store, sets, writeLock } = this.buildTools;
    const { position, eventId } = this;
    // The log was replaced, so drop the shadows. A new build starts from the beginning.
    if (position && !(await isInLog(store, { position, eventId }))) {
      for (const shadow of this.shadows) this.dropShadow(shadow);
      return;
    }
    const batches = this.buildThrottle.splitBatches(
      store.readAndFollow(allCategories(sets), this.position, BATCH_SIZE, this.abortSignal),
    );
    try {
      while (this.shadows.length > 0) {
        const stepStart = performance.now();
        if (await this.buildStep(batches)) break;
        await this.reportProgress();
        const pauseMs = await this.buildThrottle.pauseAfter(performance.now() - stepStart);
        if (pauseMs > 0) await delay(pauseMs, undefined, { signal: this.abortSignal });
      }
      await writeLock(() => this.goLive(batches));
    } finally {
      await batches.return(undefined);
    }
  }

  /**
   * Decodes the next batch while the previous one is written. Returns whether it reached the end of
   * the log.
   */
  private async buildStep(batches: AsyncGenerator<Batch>): Promise<boolean> {
    const nextBatch = await batches.next();
    if (nextBatch.done) throw new Error('the process is stopping');
    const { events, caughtUp } = nextBatch.value;
    const decodedEvents = await this.buildTools.codec.decode(events.filter(this.isRelevantEvent));
    await this.settleShadows();
    await this.markErasures(decodedEvents);
    const lastEvent = events.at(-1);
    if (lastEvent) {
      for (const shadow of this.shadows) shadow.writeLater(decodedEvents, lastEvent);
      this.position = lastEvent.position;
      this.eventId = lastEvent.id;
    }
    this.events += events.length;
    return caughtUp;
  }

  /** Documents may contain data that was read with keys that were erased during the build. */
  private async markErasures(decodedEvents: readonly DecodedEvent[]) {
    const { end, erasedPeople } = this.buildTools;
    const erasures = erasedPeople
      .erasuresIn(decodedEvents)
      .filter(({ position }) => position > (end ?? ''));
    if (erasures.length === 0) return;
    const erasedIds = await erasedPeople.forget(erasures);
    for (const { assignment, erasedIds: shadowIds } of this.shadows)
      if (assignment.projection.people) for (const erasedId of erasedIds) shadowIds.add(erasedId);
  }

  /** Waits for pending writes, and drops shadows that this process cannot continue. */
  private async settleShadows() {
    for (const shadow of this.shadows) {
      const { assignment } = shadow;
      if (assignment.lost) {
        this.dropShadow(shadow);
        continue;
      }
      try {
        await shadow.whenSettled();
      } catch (error) {
        if (!(error instanceof UnknownEventSchema)) throw error;
        this.dropShadow(shadow);
        await this.buildTools.assignments.yieldToNewerRelease(assignment, error.event);
      }
    }
  }

  /**
   * Makes the collections live. The write lock keeps the live collections unchanged while this
   * runs.
   */
  private async goLive(batches: AsyncGenerator<Batch>) {
    await this.settleShadows();
    const isBehind = ({ assignment, position }: ShadowCollection) =>
      (position ?? '') < (assignment.live?.position ?? '');
    while (this.shadows.some(isBehind)) {
      await this.buildStep(batches);
      await this.settleShadows();
    }
    const hasFirstLive = this.shadows.some(({ assignment: { live } }) => live === null);
    for (const shadow of this.shadows) await this.pointToShadow(shadow);
    if (hasFirstLive) this.buildTools.onLive();
  }

  private async pointToShadow(shadow: ShadowCollection) {
    const { assignment, collection, position, eventId } = shadow;
    const livePointer = {
      collection: collection.collectionName,
      position,
      eventId,
      eventPosition: position,
    };
    const isFirst = assignment.live === null;
    const refold = shadow.erasedIds.size > 0 ? withErased(null, [...shadow.erasedIds]) : null;
    try {
      const rebuild = this.progressOf(shadow, isFirst ? 'done' : 'running');
      await this.buildTools.leases.advanceAll({
        id: assignment.id,
        epoch: assignment.epoch,
        change: { live: livePointer, rebuild, refold, stopped: null, torn: null },
      });
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      return this.dropShadow(shadow);
    }
    assignment.live = shadow;
    assignment.refold = refold;
    assignment.stale = false;
    this.logger.log(`${assignment.id} was built from ${this.events} events`);
    this.shadows = this.shadows.filter((other) => other !== shadow);
    await this.buildTools.publisher.publishProgress([
      { projection: assignment.projection, position, changed: null },
    ]);
    const hashSaved = isFirst ? Promise.resolve() : this.saveHash(shadow);
    this.pendingHashes.push(
      hashSaved.catch(() => undefined).finally(() => this.onShadowEnd(shadow)),
    );
  }

  /** Saves the content hash, or null if the collection has been written since it went live. */
  private async saveHash(shadow: ShadowCollection) {
    const { assignment, collection, position } = shadow;
    const rebuild = this.progressOf(shadow, 'done');
    const contentHash = await collectionHash(collection);
    const isUnchanged = shadow.position === position && shadow.erasedIds.size === 0;
    const checkpointChange = { rebuild: { ...rebuild, hash: isUnchanged ? contentHash : null } };
    await this.buildTools.writeLock(async () => {
      // Another rebuild was requested in the meantime.
      if (!assignment.stale)
        await this.buildTools.leases.advanceAll({
          id: assignment.id,
          epoch: assignment.epoch,
          change: checkpointChange,
        });
    });
  }

  private progressOf({ rebuildId, position }: ShadowCollection, state: Rebuild['state']): Rebuild {
    const { events, startedAt } = this;
    const seconds = (performance.now() - this.buildStart) / 1000;
    return { id: rebuildId, state, events, position, startedAt, seconds, hash: null, error: null };
  }

  private async reportProgress() {
    if (performance.now() - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = performance.now();
    await this.saveProgress((shadow) => this.progressOf(shadow, 'running'));
  }

  private async saveProgress(progressOf: (shadow: ShadowCollection) => Rebuild) {
    for (const shadow of this.shadows) {
      const { id, epoch } = shadow.assignment;
      await this.buildTools.leases
        .advanceAll({ id, epoch, change: { rebuild: progressOf(shadow) } })
        .catch((error: unknown) => {
          if (!(error instanceof LeaseLost)) throw error;
          this.dropShadow(shadow);
        });
    }
  }

  /** Existing live collections remain. Without one, the build is retried until it succeeds. */
  private async failBuild(error: unknown) {
    const firstBuilds = this.shadows.filter(({ assignment }) => assignment.live === null);
    const failedShadows = this.shadows.filter((shadow) => !firstBuilds.includes(shadow));
    this.shadows = failedShadows;
    await this.saveProgress((shadow) =>
      shadow.assignment.stale
        ? requestedRebuild(randomUUID())
        : { ...this.progressOf(shadow, 'failed'), error: String(error) },
    ).catch(() => undefined);
    for (const shadow of failedShadows) this.dropShadow(shadow);
    this.shadows = firstBuilds;
  }

  /** Returns to the latest position that every shadow has written. */
  private async resumeBuild() {
    await Promise.allSettled(this.shadows.map((shadow) => shadow.whenSettled()));
    for (const shadow of this.shadows) shadow.clearFailure();
    const [earliest] = [...this.shadows].sort((one, other) =>
      (one.position ?? '') < (other.position ?? '') ? -1 : 1,
    );
    this.position = earliest?.position ?? null;
    this.eventId = earliest?.eventId ?? null;
  }

  private dropShadow(shadow: ShadowCollection) {
    this.shadows = this.shadows.filter((other) => other !== shadow);
    this.onShadowEnd(shadow);
  }
}
