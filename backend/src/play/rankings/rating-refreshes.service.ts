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
import { ratedMatches } from './rated-matches.projection.js';
import { TableBuilder, Unsteady } from './table-builder.service.js';
import { Overtaken, TableStore } from './table-store.service.js';

/** How often to look for an outdated table that no job has reported. */
const LOOK_EVERY_MS = 5 * MINUTE_MS;
const FIRST_LOOK_MS = 500;
const LOOK_AGAIN_MS = 2_000;
const RENEW_EVERY_MS = 3_000;
const ASK_AGAIN_MS = 200;
/** Two seconds each. */
const MOST_WAITS = 15;
const FINISH_WITHIN_MS = 3_000;
/**
 * After a build, pauses for as long as it took, at most this long, so that other work gets its
 * turn.
 */
const MOST_REST_MS = MINUTE_MS;

/**
 * Schedules builds of the rating table. Requests during a build share the next one. A lease lets
 * one worker build at a time; this only saves work, because only the latest build can publish.
 */
@Injectable()
export class RatingRefreshes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('rankings');
  private readonly stopping = new AbortController();
  private readonly lease: RedisLease;
  private readonly oneAtATime = pLimit(1);
  private next: Promise<void> | null = null;
  private restUntil = 0;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly builder: TableBuilder,
    private readonly tables: TableStore,
    private readonly progress: Progress,
    redis: RedisClient,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.lease = new RedisLease(redis.commands, `${redis.keyPrefix}:lease:ratings`);
  }

  onApplicationBootstrap() {
    if (this.config.ROLES.includes('worker')) this.looking = this.lookNowAndThen();
  }

  async beforeApplicationShutdown() {
    this.stopping.abort();
    // An interrupted build leaves nothing that is read.
    await Promise.race([this.looking, delay(FINISH_WITHIN_MS, undefined, { ref: false })]);
    await this.lease.release().catch(() => undefined);
  }

  /**
   * Resolves when a published table includes a position. @throws Error if that is not possible yet;
   * retry
   */
  async upTo(position: string): Promise<void> {
    while (!(await this.has(position))) {
      await this.untilKnown(position);
      await this.refresh();
    }
  }

  /** Builds a table from the state at the start of the build. */
  refresh(): Promise<void> {
    this.next ??= this.oneAtATime(async () => {
      await delay(Math.max(0, this.restUntil - performance.now()), undefined, {
        signal: this.stopping.signal,
      });
      this.next = null;
      await this.inTurn(() => this.build());
    });
    return this.next;
  }

  /**
   * Waits here because a busy read model needs only seconds, while retried jobs back off longer and
   * longer.
   */
  private async untilKnown(position: string): Promise<void> {
    for (let waited = 0; waited < MOST_WAITS && !this.stopping.signal.aborted; waited++)
      if (await this.progress.waitFor(position, [ratedMatches.name])) return;
    throw new Error(`matches are not projected up to ${position} yet`);
  }

  private async has(position: string): Promise<boolean> {
    return ((await this.tables.published())?.inputPosition ?? '') >= position;
  }

  private async build(): Promise<void> {
    const began = performance.now();
    try {
      const { matches, players, formulaId } = await this.builder.build();
      const ms = Math.round(performance.now() - began);
      this.logger.log({ published: formulaId, matches, players, ms });
    } catch (error) {
      // `upTo` requests another build.
      if (!(error instanceof Overtaken || error instanceof Unsteady)) throw error;
    }
    this.restUntil = performance.now() + Math.min(MOST_REST_MS, performance.now() - began);
  }

  /** Runs an action while holding the lease. */
  private async inTurn(act: () => Promise<void>): Promise<void> {
    while (!(await this.lease.acquireOrRenew()))
      await delay(ASK_AGAIN_MS, undefined, { signal: this.stopping.signal });
    const renewing = setInterval(
      () => void this.lease.acquireOrRenew().catch(() => undefined),
      RENEW_EVERY_MS,
    );
    try {
      await act();
    } finally {
      clearInterval(renewing);
      await this.lease.release().catch(() => undefined);
    }
  }

  private async lookNowAndThen() {
    const { signal } = this.stopping;
    const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
    await pause(FIRST_LOOK_MS);
    while (!signal.aborted) {
      // Right after a start, the read models may be incomplete.
      const looked = await this.look().then(
        () => true,
        (error: unknown) => {
          this.logger.warn(`retrying soon:  ${String(error)}`);
          return false;
        },
      );
      await pause(looked ? LOOK_EVERY_MS : LOOK_AGAIN_MS);
    }
  }

  private async look() {
    const table = await this.tables.published();
    if (!table || !(await this.builder.isUpToDate(table))) await this.refresh();
  }
}
