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

/** A table that is out of date with nobody asking for another one, by the day or by a lost job, is found within. */
const LOOK_EVERY_MS = 5 * MINUTE_MS;
const FIRST_LOOK_MS = 500;
const LOOK_AGAIN_MS = 2_000;
const RENEW_EVERY_MS = 3_000;
const ASK_AGAIN_MS = 200;
/** Of two seconds each. */
const MOST_WAITS = 15;
const FINISH_WITHIN_MS = 3_000;
/** After a build others get as long as it took, and no longer than this. */
const MOST_REST_MS = MINUTE_MS;

/**
 * When the table of ratings is built. Whoever asks while a build runs shares the next one with all others who do. Among the workers one
 * builds at a time, by a lease that spares work and guards nothing: of two that build, the one that began last may publish.
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
    this.lease = new RedisLease(redis.commands, `${redis.prefix}:lease:ratings`);
  }

  onApplicationBootstrap() {
    if (this.config.ROLES.includes('worker')) this.looking = this.lookNowAndThen();
  }

  async beforeApplicationShutdown() {
    this.stopping.abort();
    // What is cut off leaves nothing that anybody reads.
    await Promise.race([this.looking, delay(FINISH_WITHIN_MS, undefined, { ref: false })]);
    await this.lease.release().catch(() => undefined);
  }

  /** Until a table is published that shows the log up to a position. @throws Error where that cannot be yet: to be tried again */
  async upTo(position: string): Promise<void> {
    while (!(await this.has(position))) {
      await this.untilKnown(position);
      await this.refresh();
    }
  }

  /** Builds a table from what is known when the build begins. */
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

  /** A read model that is busy comes up to a position in seconds, each of them nearer than a job that is tried again later and later. */
  private async untilKnown(position: string): Promise<void> {
    for (let waited = 0; waited < MOST_WAITS && !this.stopping.signal.aborted; waited++)
      if (await this.progress.waitFor(position, [ratedMatches.name])) return;
    throw new Error(`the matches are not known up to ${position} yet`);
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
      // Whoever waits for a position asks again.
      if (!(error instanceof Overtaken || error instanceof Unsteady)) throw error;
    }
    this.restUntil = performance.now() + Math.min(MOST_REST_MS, performance.now() - began);
  }

  /** Does something while no other worker does. */
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
      // Right after a start the read models may not be whole yet.
      const looked = await this.look().then(
        () => true,
        (error: unknown) => {
          this.logger.warn(`looking again soon: ${String(error)}`);
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
