import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import pLimit from 'p-limit';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { RedisLease } from '../../platform/processes/redis-lease.js';
import { Progress } from '../../platform/projections/progress.js';
import { RedisClient } from '../../platform/stores/redis.js';
import { people } from '../../people/identity/people.projection.js';
import { rankingReviews } from './ranking-reviews.projection.js';
import { ratedMatches } from './rated-matches.projection.js';
import { TableBuilder, Unsteady } from './table-builder.service.js';
import { Overtaken, TableStore } from './table-store.service.js';

/** How often to look for an outdated table for which no job was queued. */
const CHECK_INTERVAL_MS = 5 * MINUTE_MS;
const FIRST_CHECK_MS = 500;
const RETRY_DELAY_MS = 2_000;
const LEASE_RENEWAL_MS = 3_000;
const LEASE_RETRY_MS = 200;
/** Each wait takes up to two seconds. */
const MAX_WAITS = 15;
const SHUTDOWN_TIMEOUT_MS = 3_000;
/** After a build, pause as long as it took, up to this limit, so that other work gets its turn. */
const MAX_PAUSE_MS = MINUTE_MS;

/** The read models from which a table is built. */
const sources = [ratedMatches, people, rankingReviews].map(({ name }) => name);

/**
 * Schedules builds of the rating table. Requests that arrive during a build share the next one. A
 * lease lets one worker build at a time, but only to save work: only the latest build can publish.
 */
@Injectable()
export class RatingRefreshes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('rankings');
  private readonly shutdownController = new AbortController();
  private readonly buildLease: RedisLease;
  private readonly buildLimit = pLimit(1);
  private pendingBuild: Promise<void> | null = null;
  private pausedUntil = 0;
  private checkLoop: Promise<void> = Promise.resolve();

  constructor(
    private readonly tableBuilder: TableBuilder,
    private readonly tableStore: TableStore,
    private readonly progress: Progress,
    redisClient: RedisClient,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.buildLease = new RedisLease(
      redisClient.commands,
      `${redisClient.keyPrefix}:lease:ratings`,
    );
  }

  onApplicationBootstrap() {
    if (this.config.ROLES.includes('worker')) this.checkLoop = this.runChecks();
  }

  async beforeApplicationShutdown() {
    this.shutdownController.abort();
    // Nothing ever reads what an interrupted build leaves behind.
    await Promise.race([this.checkLoop, delay(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
    await this.buildLease.release().catch(() => undefined);
  }

  /**
   * Resolves when a published table includes a position.
   * @throws Error if that is not possible yet; then retry
   */
  async refreshUpTo(logPosition: string): Promise<void> {
    while (!(await this.includes(logPosition))) {
      await this.waitForProjection(logPosition);
      await this.refresh();
    }
  }

  refresh(): Promise<void> {
    this.pendingBuild ??= this.buildLimit(async () => {
      await delay(Math.max(0, this.pausedUntil - performance.now()), undefined, {
        signal: this.shutdownController.signal,
      });
      this.pendingBuild = null;
      await this.withLease(() => this.build());
    });
    return this.pendingBuild;
  }

  /**
   * Waits here instead of in the queue, because a busy read model needs only seconds, while retried
   * jobs back off exponentially.
   */
  private async waitForProjection(logPosition: string): Promise<void> {
    for (let attempts = 0; attempts < MAX_WAITS; attempts++) {
      if (await this.progress.waitFor(logPosition, sources)) return;
      this.shutdownController.signal.throwIfAborted();
    }
    throw new Error(`matches and players are not projected up to ${logPosition} yet`);
  }

  private async includes(logPosition: string): Promise<boolean> {
    return ((await this.tableStore.published())?.inputPosition ?? '') >= logPosition;
  }

  private async build(): Promise<void> {
    const startedAt = performance.now();
    try {
      const { matches, players, formulaId } = await this.tableBuilder.build();
      const durationMs = Math.round(performance.now() - startedAt);
      this.logger.log({ published: formulaId, matches, players, ms: durationMs });
    } catch (error) {
      // `refreshUpTo` requests another build.
      if (!(error instanceof Overtaken || error instanceof Unsteady)) throw error;
    }
    this.pausedUntil = performance.now() + Math.min(MAX_PAUSE_MS, performance.now() - startedAt);
  }

  private async withLease(action: () => Promise<void>): Promise<void> {
    while (!(await this.buildLease.acquireOrRenew()))
      await delay(LEASE_RETRY_MS, undefined, { signal: this.shutdownController.signal });
    const renewalTimer = setInterval(
      () => void this.buildLease.acquireOrRenew().catch(() => undefined),
      LEASE_RENEWAL_MS,
    );
    try {
      await action();
    } finally {
      clearInterval(renewalTimer);
      await this.buildLease.release().catch(() => undefined);
    }
  }

  private async runChecks() {
    const { signal } = this.shutdownController;
    const pauseFor = (durationMs: number) =>
      delay(durationMs, undefined, { signal }).catch(() => undefined);
    await pauseFor(FIRST_CHECK_MS);
    while (!signal.aborted) {
      // Right after a start, the read models may still be incomplete.
      const succeeded = await this.refreshOutdated().then(
        () => true,
        (error: unknown) => {
          this.logger.warn(`Could not refresh the ratings; retrying: ${String(error)}`);
          return false;
        },
      );
      await pauseFor(succeeded ? CHECK_INTERVAL_MS : RETRY_DELAY_MS);
    }
  }

  private async refreshOutdated() {
    const publishedTable = await this.tableStore.published();
    if (!publishedTable || !(await this.tableBuilder.isUpToDate(publishedTable)))
      await this.refresh();
  }
}
