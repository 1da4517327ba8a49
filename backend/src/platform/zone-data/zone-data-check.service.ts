import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../kernel/clock.js';
import { CommandHandling } from '../kernel/command-handling.js';
import { systemContext } from '../kernel/context.js';
import { retryUntilDone } from '../kernel/retries.js';
import { Streams } from '../kernel/streams.js';
import { ALL_ZONES, ZONE_DATA_VERSION, zoneDataInUse, zoneDataProblem } from './zone-data.js';

const NOT_CHECKED = 'The time zone data has not been compared with the log yet.';

/**
 * Compares zone data with the version in the log before the process listens. An API process records
 * newer data; a process with older data never becomes ready and does no work.
 */
@Injectable()
export class ZoneDataCheck implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('zone data');
  private readonly shutdownController = new AbortController();
  private readonly isCompared: boolean;
  private waiting: (() => void)[] = [];
  private check: Promise<void> = Promise.resolve();

  /** Why this process is not ready, or null. */
  problem: string | null = null;

  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly clock: Clock,
    adapterHost: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    // An operator's command serves no requests, and a custom build may report another version.
    this.isCompared = Boolean(adapterHost.httpAdapter) && ZONE_DATA_VERSION.test(config.zoneData);
    if (this.isCompared) this.problem = NOT_CHECKED;
  }

  /** Starts work that depends on zone data once the data is known not to be outdated. */
  whenCurrent(start: () => void): void {
    if (this.problem === null) start();
    else this.waiting.push(start);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.isCompared) return;
    await this.compare().catch((error: unknown) => {
      this.logger.warn(`Could not check the time zone data yet; retrying: ${String(error)}`);
      this.check = retryUntilDone(() => this.compare(), this.shutdownController.signal);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.waiting = [];
    this.shutdownController.abort();
    await this.check;
  }

  private async compare(): Promise<void> {
    const { ROLES, zoneData } = this.config;
    const inUse = ROLES.includes('api')
      ? await this.record()
      : await this.streams.load(zoneDataInUse, ALL_ZONES);
    this.problem = inUse && zoneDataProblem(zoneData, inUse.zoneData);
    if (this.problem) return this.logger.error(this.problem);
    for (const start of this.waiting.splice(0)) start();
  }

  private async record() {
    const { zoneData } = this.config;
    const effectiveAt = this.clock.instant();
    const { state } = await this.commandHandling.handle(
      zoneDataInUse,
      ALL_ZONES,
      { type: 'UseZoneData', data: { zoneData, effectiveAt } },
      systemContext(`zone data ${zoneData} ${randomUUID()}`, effectiveAt),
    );
    return state;
  }
}
