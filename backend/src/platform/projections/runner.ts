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
import { EventStore } from '../stores/event-store.js';
import { Builds } from './builds.js';
import { Assignments } from './assignments.js';
import type { Assignment } from './assignment.js';
import { allCategories, eventFilter } from './event-filter.js';
import { LeaseLost } from './lease.js';
import { ObsoleteCollections } from './obsolete-collections.js';
import { BatchProcessor } from './batch-processor.js';
import { LEASE_MS } from './heartbeats.js';

const BATCH = 1_000;
/**
 * The longest wait for the next batch, at two milliseconds per event of the last one. One write for
 * many events costs little more than one write for each.
 */
const MOST_LINGER_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Follows the log and updates the read models. All live collections of the process advance together
 * on one subscription, so each checkpoint covers the whole log. After any failure, all restart from
 * their checkpoints; applying a batch twice changes nothing.
 */
@Injectable()
export class Runner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('projections');
  private readonly stopping = new AbortController();
  /** Allows one writer of live collections at a time: a batch or a build that goes live. */
  private readonly writeLock = pLimit(1);
  private round = new AbortController();
  private following = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly assignments: Assignments,
    private readonly builds: Builds,
    private readonly processor: BatchProcessor,
    private readonly obsolete: ObsoleteCollections,
    @Inject(EVENT_SETS) private readonly sets: readonly EventSet[],
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Whether this process follows the log, if it is a projector. */
  get isFollowing(): boolean {
    return (
      !this.config.ROLES.includes('projector') ||
      this.assignments.live.length === 0 ||
      this.following
    );
  }

  onApplicationBootstrap() {
    if (this.config.ROLES.includes('projector')) this.running = this.run();
  }

  async beforeApplicationShutdown() {
    this.stopping.abort();
    this.round.abort();
    await this.running;
    if (this.config.ROLES.includes('projector'))
      await this.assignments.releaseAll().catch(() => undefined);
  }

  private async run() {
    let pause = 50;
    while (!this.stopping.signal.aborted) {
      this.round = new AbortController();
      try {
        await this.renewLeases();
        await this.untilOneEnds(
          this.follow(this.assignments.live),
          this.keepLeases(this.assignments.live),
        );
        pause = 50;
      } catch (error) {
        if (this.stopping.signal.aborted) break;
        if (!(error instanceof LeaseLost))
          this.logger.warn(`restarting from the checkpoints: ${String(error)}`);
        this.following = false;
        this.round.abort();
        await delay(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        await this.writeLock(() => this.assignments.reload()).catch(() => undefined);
      }
    }
    await this.builds.stopped();
  }

  /** Stops the other parts when one ends and waits for them, so rounds never overlap. */
  private async untilOneEnds(...parts: Promise<void>[]) {
    const ended = await Promise.allSettled(
      parts.map((part) => part.finally(() => this.round.abort())),
    );
    const failed = ended.find(
      (part) => part.status === 'rejected' && (part.reason as Error).name !== 'AbortError',
    );
    if (failed?.status === 'rejected') throw failed.reason;
  }

  private async renewLeases() {
    const checkpoints = await this.assignments.renew(
      (assignment) => this.builds.isBuilding(assignment),
      this.writeLock,
    );
    // Collections that went live are followed in a new round.
    this.builds.startDue(checkpoints, this.writeLock, this.stopping.signal, () =>
      this.round.abort(),
    );
  }

  /** Runs the periodic work, and ends the round when the live assignments change. */
  private async keepLeases(live: readonly Assignment[]) {
    const isSame = () =>
      live.length === this.assignments.live.length &&
      live.every((one) => this.assignments.live.includes(one));
    const began = performance.now();
    while (!this.round.signal.aborted && isSame()) {
      await this.assignments.retryParked();
      await this.obsolete.sweep();
      // A process may keep a projection while it is building.
      const isSoon = this.assignments.isAwaitingRelease && performance.now() - began < LEASE_MS;
      await delay(isSoon ? LEASE_MS / 100 : LEASE_MS / 10, undefined, {
        signal: this.round.signal,
      });
      await this.renewLeases();
    }
  }

  private async follow(live: readonly Assignment[]) {
    const { signal } = this.round;
    if (live.length === 0) return delay(LEASE_MS, undefined, { signal });
    const positions = live.map((assignment) => assignment.live?.position ?? '').sort();
    const isWorthReading = eventFilter(
      live.map(({ projection }) => projection),
      this.sets,
    );
    for await (const { events } of this.store.follow(
      allCategories(this.sets),
      positions[0] || null,
      BATCH,
      signal,
    )) {
      this.following = true;
      const cameAt = performance.now();
      const last = events.at(-1);
      if (!last) continue;
      const decoded = await this.codec.decode(events.filter(isWorthReading));
      await this.writeLock(() => this.processor.process(live, decoded, last));
      const gatherUntil = cameAt + Math.min(2 * events.length, MOST_LINGER_MS);
      if (events.length < BATCH) await delay(Math.max(0, gatherUntil - performance.now()));
    }
  }
}
