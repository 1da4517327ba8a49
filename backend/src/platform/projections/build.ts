import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { LimitFunction } from 'p-limit';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventCodec } from '../kernel/codec.js';
import { type EventSet, keyErasuresIn } from '../kernel/events.js';
import type { EventStore } from '../stores/event-store.js';
import type { Batch } from '../stores/log-subscription.js';
import { type Rebuild, requestedRebuild } from './checkpoint.js';
import { collectionHash } from './content-hash.js';
import type { Assignments } from './assignments.js';
import type { DecodedEvent } from './fold.js';
import { allCategories, eventFilter } from './event-filter.js';
import { LeaseLost, type Leases } from './lease.js';
import { UnknownEventSchema } from './unknown-event-schema.js';
import { BuildThrottle } from './build-throttle.js';
import type { UpdatePublisher } from './update-publisher.js';
import type { ShadowCollection } from './shadow-collection.js';

const BATCH = 1_000;
const REPORT_EVERY_MS = 250;
const TRIES = 3;
const LONGEST_PAUSE_MS = 5_000;

type Tools = Readonly<{
  store: EventStore;
  codec: EventCodec;
  leases: Leases;
  assignments: Assignments;
  publisher: UpdatePublisher;
  sets: readonly EventSet[];
  /** The end of the log before this process forgot all keys. */
  end: string | null;
  /** Allows one writer of live collections at a time. */
  writeLock: LimitFunction;
  /** Called when collections become live for the first time. */
  wentLive: () => void;
}>;

/**
 * Builds collections from the start of the log on a separate subscription, and makes each live in
 * one fenced write when it has caught up. Continues after failures.
 */
export class Build {
  private readonly logger = new Logger('projections');
  private readonly startedAt = Date.now();
  private readonly began = performance.now();
  private readonly read: ReturnType<typeof eventFilter>;
  private readonly keyErasures: ReadonlySet<string>;
  private position: string | null = null;
  private events = 0;
  private reportedAt = 0;
  private readonly pace: BuildThrottle;
  private shadows: readonly ShadowCollection[];
  private readonly hashing: Promise<void>[] = [];

  constructor(
    shadows: readonly ShadowCollection[],
    private readonly tools: Tools,
    private readonly signal: AbortSignal,
    /** Called for each shadow when its build ends, successfully or not. */
    private readonly ended: (shadow: ShadowCollection) => void,
  ) {
    this.shadows = shadows;
    const projections = shadows.map(({ assignment }) => assignment.projection);
    this.read = eventFilter(projections, tools.sets);
    this.keyErasures = keyErasuresIn(tools.sets);
    this.pace = new BuildThrottle(tools.store);
  }

  async run(): Promise<void> {
    for (let failures = 0; this.shadows.length > 0 && !this.signal.aborted;) {
      const before = this.position;
      try {
        await this.toTheEnd();
      } catch (error) {
        if (this.signal.aborted) break;
        failures = this.position === before ? failures + 1 : 1;
        this.logger.warn(`building ${this.names()}: try ${failures} failed: ${String(error)}`);
        if (failures >= TRIES) await this.giveUp(error);
        await this.resume();
        await delay(Math.min(50 * 2 ** failures, LONGEST_PAUSE_MS), undefined, {
          signal: this.signal,
        }).catch(() => undefined);
      }
    }
    for (const shadow of this.shadows) this.drop(shadow);
    await Promise.all(this.hashing);
  }

  private names = () => this.shadows.map(({ assignment }) => assignment.projection.name).join(', ');

  private async toTheEnd() {
    const { store, sets, writeLock } = this.tools;
    const batches = this.pace.pieces(
      store.follow(allCategories(sets), this.position, BATCH, this.signal),
    );
    try {
      while (this.shadows.length > 0) {
        const began = performance.now();
        if (await this.step(batches)) break;
        await this.reportProgress();
        const pause = await this.pace.pauseAfter(performance.now() - began);
        if (pause > 0) await delay(pause, undefined, { signal: this.signal });
      }
      await writeLock(() => this.goLive(batches));
    } finally {
      await batches.return(undefined);
    }
  }

  /**
   * Decodes the next batch while the previous one is written. Returns whether the log's end was
   * reached.
   */
  private async step(batches: AsyncGenerator<Batch>): Promise<boolean> {
    const next = await batches.next();
    if (next.done) throw new Error('the process is stopping');
    const { events, caughtUp } = next.value;
    const decoded = await this.tools.codec.decode(events.filter(this.read));
    await this.settle();
    this.noteErasures(decoded);
    const last = events.at(-1);
    if (last) for (const shadow of this.shadows) shadow.take(decoded, last.position);
    this.position = last?.position ?? this.position;
    this.events += events.length;
    return caughtUp;
  }

  /**
   * Documents may contain data read with keys that were erased during the build: build them again.
   */
  private noteErasures(events: readonly DecodedEvent[]) {
    const since = this.tools.end ?? '';
    if (!events.some(({ type, position }) => this.keyErasures.has(type) && position > since))
      return;
    this.tools.codec.forgetKeys();
    for (const shadow of this.shadows)
      shadow.stale ||= shadow.assignment.projection.people !== undefined;
  }

  /** Waits for pending writes and drops shadows that this process cannot continue. */
  private async settle() {
    for (const shadow of this.shadows) {
      const { assignment } = shadow;
      if (assignment.lost) {
        this.drop(shadow);
        continue;
      }
      try {
        await shadow.settled();
      } catch (error) {
        if (!(error instanceof UnknownEventSchema)) throw error;
        this.drop(shadow);
        await this.tools.assignments.yieldToNewerRelease(assignment, error.event);
      }
    }
  }

  /** The write lock keeps the live collections unchanged. */
  private async goLive(batches: AsyncGenerator<Batch>) {
    await this.settle();
    const isBehind = ({ assignment, position }: ShadowCollection) =>
      (position ?? '') < (assignment.live?.position ?? '');
    while (this.shadows.some(isBehind)) {
      await this.step(batches);
      await this.settle();
    }
    const joins = this.shadows.some(({ assignment: { live } }) => live === null);
    for (const shadow of this.shadows) await this.point(shadow);
    if (joins) this.tools.wentLive();
  }

  private async point(shadow: ShadowCollection) {
    const { assignment, collection, position } = shadow;
    const live = { collection: collection.collectionName, position };
    const isFirst = assignment.live === null;
    try {
      const rebuild = shadow.stale
        ? requestedRebuild(randomUUID())
        : this.progress(shadow, isFirst ? 'done' : 'running');
      await this.tools.leases.advance({
        id: assignment.id,
        epoch: assignment.epoch,
        change: { live, rebuild, stopped: null },
      });
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      return this.drop(shadow);
    }
    assignment.live = shadow;
    assignment.stale = shadow.stale;
    this.logger.log(`${assignment.id} was built from ${this.events} events`);
    this.shadows = this.shadows.filter((one) => one !== shadow);
    await this.tools.publisher.publish([
      { projection: assignment.projection, position, changed: null },
    ]);
    const saved = isFirst || shadow.stale ? Promise.resolve() : this.saveHash(shadow);
    this.hashing.push(saved.catch(() => undefined).finally(() => this.ended(shadow)));
  }

  /** The content hash, or null if the collection was written in the meantime. */
  private async saveHash(shadow: ShadowCollection) {
    const { assignment, collection, position } = shadow;
    const rebuild = this.progress(shadow, 'done');
    const hash = await collectionHash(collection);
    const change = { rebuild: { ...rebuild, hash: shadow.position === position ? hash : null } };
    await this.tools.writeLock(async () => {
      // Another rebuild was requested in the meantime.
      if (!assignment.stale)
        await this.tools.leases.advance({ id: assignment.id, epoch: assignment.epoch, change });
    });
  }

  private progress({ rebuildId, position }: ShadowCollection, state: Rebuild['state']): Rebuild {
    const { events, startedAt } = this;
    const seconds = (performance.now() - this.began) / 1000;
    return { id: rebuildId, state, events, position, startedAt, seconds, hash: null, error: null };
  }

  private async reportProgress() {
    if (performance.now() - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = performance.now();
    await this.saveProgress((shadow) => this.progress(shadow, 'running'));
  }

  private async saveProgress(progress: (shadow: ShadowCollection) => Rebuild) {
    for (const shadow of this.shadows) {
      const { id, epoch } = shadow.assignment;
      await this.tools.leases
        .advance({ id, epoch, change: { rebuild: progress(shadow) } })
        .catch((error: unknown) => {
          if (!(error instanceof LeaseLost)) throw error;
          this.drop(shadow);
        });
    }
  }

  /** Live collections stay as they are; without one, the build is retried forever. */
  private async giveUp(error: unknown) {
    const waiting = this.shadows.filter(({ assignment }) => assignment.live === null);
    const failed = this.shadows.filter((shadow) => !waiting.includes(shadow));
    this.shadows = failed;
    await this.saveProgress((shadow) =>
      shadow.assignment.stale
        ? requestedRebuild(randomUUID())
        : { ...this.progress(shadow, 'failed'), error: String(error) },
    ).catch(() => undefined);
    for (const shadow of failed) this.drop(shadow);
    this.shadows = waiting;
  }

  /** Returns to the position that every shadow has written. */
  private async resume() {
    await Promise.allSettled(this.shadows.map((shadow) => shadow.settled()));
    for (const shadow of this.shadows) shadow.again();
    const positions = this.shadows.map(({ position }) => position ?? '').sort();
    this.position = positions[0] || null;
  }

  private drop(shadow: ShadowCollection) {
    this.shadows = this.shadows.filter((one) => one !== shadow);
    this.ended(shadow);
  }
}
