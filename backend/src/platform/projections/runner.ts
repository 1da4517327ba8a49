import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { CONFIG, type Config } from '../../config.js';
import { EventCodec } from '../kernel/codec.js';
import { EVENT_SETS, type EventSet } from '../kernel/events.js';
import { BATCH_SIZE, LogFeed } from '../kernel/log-feed.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { Builds } from './builds.js';
import { Assignments } from './assignments.js';
import type { Assignment } from './assignment.js';
import { allCategories, eventFilter } from './event-filter.js';
import { LeaseLost } from './lease.js';
import { LogRollback } from './log-rollback.js';
import { ObsoleteCollections } from './obsolete-collections.js';
import { BatchProcessor } from './batch-processor.js';
import { LEASE_MS } from './heartbeats.js';
import { ZoneDataCheck } from '../zone-data/zone-data-check.service.js';
import { Readers } from './readers.js';
import { Refolds } from './refolds.js';

/**
 * Even if readers are waiting, the next batch waits 2 ms per event of the last one, up to this
 * limit.
 */
const MAX_LINGER_MS = 50;
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5_000;

/**
 * Follows the log and updates the read models. All live collections of the process advance together
 * on one feed, so each checkpoint covers the whole log. After any failure but an outage of the
 * event store, all restart from their checkpoints; applying a batch twice changes nothing.
 */
@Injectable()
export class Runner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('projections');
  private readonly stopController = new AbortController();
  /** Allows one writer of live collections at a time: a batch or a build that goes live. */
  private readonly writeLock = pLimit(1);
  private roundController = new AbortController();
  private hasEvents = false;
  private runTask: Promise<void> = Promise.resolve();

  constructor(
    private readonly logFeed: LogFeed,
    private readonly eventCodec: EventCodec,
    private readonly assignments: Assignments,
    private readonly builds: Builds,
    private readonly refolds: Refolds,
    private readonly processor: BatchProcessor,
    private readonly obsoleteCollections: ObsoleteCollections,
    private readonly rollback: LogRollback,
    private readonly zoneDataCheck: ZoneDataCheck,
    private readonly readers: Readers,
    @Inject(EVENT_SETS) private readonly eventSets: readonly EventSet[],
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Whether this process follows the log as it should. Always true unless it is a projector. */
  get isFollowing(): boolean {
    return (
      !this.config.ROLES.includes('projector') ||
      this.assignments.live.length === 0 ||
      (this.hasEvents && this.logFeed.isSubscribed)
    );
  }

  onApplicationBootstrap() {
    if (this.config.ROLES.includes('projector'))
      this.zoneDataCheck.whenCurrent(() => (this.runTask = this.runRounds()));
  }

  async beforeApplicationShutdown() {
    this.stopController.abort();
    this.roundController.abort();
    await this.runTask;
    if (this.config.ROLES.includes('projector'))
      await this.assignments.releaseAll().catch(() => undefined);
  }

  private async runRounds() {
    let pauseMs = MIN_PAUSE_MS;
    while (!this.stopController.signal.aborted) {
      this.roundController = new AbortController();
      try {
        await this.renewLeases();
        await this.untilOneEnds(
          this.follow(this.assignments.live),
          this.keepLeases(this.assignments.live),
        );
        pauseMs = MIN_PAUSE_MS;
      } catch (error) {
        if (this.stopController.signal.aborted) break;
        if (!(error instanceof LeaseLost || error instanceof StoreUnavailable))
          this.logger.warn(`Restarting the projections from their checkpoints: ${String(error)}`);
        if (this.hasEvents) pauseMs = MIN_PAUSE_MS;
        this.hasEvents = false;
        this.roundController.abort();
        await delay(pauseMs, undefined, { signal: this.stopController.signal }).catch(
          () => undefined,
        );
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
        await this.writeLock(() => this.assignments.reloadCheckpoints()).catch(() => undefined);
      }
    }
    await Promise.all([this.builds.allStopped(), this.refolds.allStopped()]);
  }

  /** Stops the other parts when one ends, and waits for them, so that rounds never overlap. */
  private async untilOneEnds(...parts: Promise<void>[]) {
    const results = await Promise.allSettled(
      parts.map((part) => part.finally(() => this.roundController.abort())),
    );
    const failure = results.find(
      (result) => result.status === 'rejected' && (result.reason as Error).name !== 'AbortError',
    );
    if (failure?.status === 'rejected') throw failure.reason;
  }

  private async renewLeases() {
    const checkpoints = await this.assignments.renewLeases(
      (assignment) => this.builds.isBuilding(assignment),
      this.writeLock,
    );
    // A new round follows the collections that went live.
    this.builds.startPending(checkpoints, this.writeLock, this.stopController.signal, () =>
      this.roundController.abort(),
    );
    this.refolds.startPending(this.writeLock, this.stopController.signal);
  }

  /** Runs the periodic work. Ends the round when the live assignments change. */
  private async keepLeases(liveAssignments: readonly Assignment[]) {
    const isUnchanged = () =>
      liveAssignments.length === this.assignments.live.length &&
      liveAssignments.every((assignment) => this.assignments.live.includes(assignment));
    const startTime = performance.now();
    while (!this.roundController.signal.aborted && isUnchanged()) {
      await this.assignments.retryParked();
      await this.obsoleteCollections.sweep();
      // The other process may keep a projection while it is building it.
      const isReleaseNear =
        this.assignments.isAwaitingRelease && performance.now() - startTime < LEASE_MS;
      await delay(isReleaseNear ? LEASE_MS / 100 : LEASE_MS / 10, undefined, {
        signal: this.roundController.signal,
      });
      await this.renewLeases();
    }
  }

  private async follow(liveAssignments: readonly Assignment[]) {
    const { signal } = this.roundController;
    if (liveAssignments.length === 0) return delay(LEASE_MS, undefined, { signal });
    const tornReaders = await this.rollback.resetTorn(signal);
    if (tornReaders.length > 0)
      return this.logger.warn(
        `The log was replaced or restored: it lacks the last event of ${tornReaders.join(', ')}. Rebuilding them.`,
      );
    const positions = liveAssignments.map((assignment) => assignment.live?.position ?? '').sort();
    const isRelevant = eventFilter(
      liveAssignments.map(({ projection }) => projection),
      this.eventSets,
    );
    const start = positions[0] ? { position: positions[0] } : null;
    const categories = allCategories(this.eventSets);
    for await (const { events } of this.logFeed.follow(categories, start, signal)) {
      this.hasEvents = true;
      const arrivedAt = performance.now();
      const lastEvent = events.at(-1);
      if (!lastEvent) continue;
      const decodedEvents = await this.eventCodec.decode(events.filter(isRelevant));
      await this.writeLock(() =>
        this.processor.processBatch(liveAssignments, decodedEvents, lastEvent),
      );
      if (events.length < BATCH_SIZE) await this.gather(arrivedAt, events.length);
    }
  }

  /**
   * Lets events accumulate, because one write for many events costs little more than a write for
   * one.
   */
  private async gather(arrivedAt: number, eventCount: number) {
    const { signal } = this.roundController;
    const lingerMs = Math.min(2 * eventCount, MAX_LINGER_MS);
    const remainingMs = (gatherMs: number) => Math.max(0, arrivedAt + gatherMs - performance.now());
    await delay(remainingMs(lingerMs), undefined, { signal });
    await this.readers.waitForAny(remainingMs(this.config.PROJECTION_GATHER_MS), signal);
  }
}
