import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Subscription, take } from 'rxjs';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../kernel/clock.js';
import { CommandHandling } from '../kernel/command-handling.js';
import { systemContext } from '../kernel/context.js';
import { ALL_ZONES, ZONE_DATA_VERSION, zoneDataInUse, zoneDataProblem } from './zone-data.js';

const RETRY_DELAY_MS = 1_000;
const NOT_CHECKED = 'The time zone data has not been compared with the log yet.';

/**
 * Records the zone data of an API process when it starts to listen. A process with older data than
 * the log's does not become ready. A process that has become ready stays so.
 */
@Injectable()
export class ZoneDataCheck implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('zone data');
  private readonly shutdownController = new AbortController();
  private listening: Subscription | undefined;
  private check: Promise<void> = Promise.resolve();

  /** Why this process is not ready, or null. */
  problem: string | null = null;

  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly clock: Clock,
    private readonly adapterHost: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** An operator's command has the role but never listens, so it records nothing. */
  onApplicationBootstrap(): void {
    const { ROLES, zoneData } = this.config;
    // A custom build may name a version that does not compare.
    if (!ROLES.includes('api') || !ZONE_DATA_VERSION.test(zoneData)) return;
    this.problem = NOT_CHECKED;
    this.listening = this.adapterHost.listen$
      .pipe(take(1))
      .subscribe(() => (this.check = this.retryUntilChecked()));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.listening?.unsubscribe();
    this.shutdownController.abort();
    await this.check;
  }

  private async retryUntilChecked(): Promise<void> {
    const { signal } = this.shutdownController;
    for (let attempt = 1; !signal.aborted; attempt++)
      try {
        this.problem = await this.recordAndCompare();
        if (this.problem) this.logger.error(this.problem);
        return;
      } catch (error) {
        if (attempt === 1)
          this.logger.warn(`the zone data will be checked once the log is available: ${error}`);
        await delay(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
      }
  }

  private async recordAndCompare(): Promise<string | null> {
    const { zoneData } = this.config;
    const effectiveAt = this.clock.instant();
    const { state } = await this.commandHandling.handle(
      zoneDataInUse,
      ALL_ZONES,
      { type: 'UseZoneData', data: { zoneData, effectiveAt } },
      systemContext(`zone data ${zoneData} ${randomUUID()}`, effectiveAt),
    );
    return zoneDataProblem(zoneData, state!.zoneData);
  }
}
