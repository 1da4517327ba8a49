import type { MoneyChecks } from '@courtly/contracts/money-checks';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { HOUR_MS, MINUTE_MS } from '../../platform/kernel/local-time.js';
import { Clock } from '../../platform/kernel/clock.js';
import { RepeatedWork } from '../../platform/kernel/repeated-work.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import {
  moneyCheckedSeconds,
  moneyFindings,
  stripeEventsReadSeconds,
} from '../../platform/stores/metrics.js';
import { ALL_CHECKS } from './money-checks.js';
import { type MoneyChecksDocument, moneyChecksProjection } from './money-checks.projection.js';

/** If the last check is older than this, last night's check did not run. */
const MAX_AGE_MS = 36 * HOUR_MS;
const METRICS_EVERY_MS = MINUTE_MS;

export const moneyChecksView = (
  document: MoneyChecksDocument | null,
  currentTime: number,
): MoneyChecks => {
  const { lastCheck = null, acknowledged = [], nextAt = null } = document ?? {};
  return {
    lastCheck: lastCheck && {
      checkedAt: lastCheck.checkedAt,
      since: lastCheck.since,
      violations: lastCheck.violationCount,
      differences: lastCheck.differenceCount,
      acknowledged: lastCheck.acknowledgedCount,
      open: [...lastCheck.findings],
      waiting: [...lastCheck.waiting],
    },
    isLate: lastCheck !== null && currentTime - Date.parse(lastCheck.checkedAt) > MAX_AGE_MS,
    // If a check is due, it runs within minutes unless the workers are down, so there is no next
    // time to show.
    nextAt: nextAt !== null && Date.parse(nextAt) > currentTime ? nextAt : null,
    acknowledged: acknowledged.map(({ acknowledgedBy: by, acknowledgedAt: at, ...rest }) => ({
      ...rest,
      by,
      at,
    })),
  };
};

/** The nightly checks as admins see them, and their metrics. */
@Injectable()
export class MoneyCheckQueries implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly metrics = new RepeatedWork(METRICS_EVERY_MS, () =>
    this.setMetrics().catch(() => undefined),
  );

  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap() {
    if (this.config.ROLES.includes('worker')) this.metrics.start();
  }

  beforeApplicationShutdown() {
    return this.metrics.stop();
  }

  async show(): Promise<MoneyChecks> {
    return moneyChecksView(await this.readDocument(), this.clock.now());
  }

  private readDocument(): Promise<MoneyChecksDocument | null> {
    return this.readModels.read(moneyChecksProjection, (collection) =>
      collection.findOne({ _id: ALL_CHECKS }),
    );
  }

  private async setMetrics(): Promise<void> {
    const { lastCheck, eventsReadAt } = (await this.readDocument()) ?? {};
    if (eventsReadAt) stripeEventsReadSeconds.set(Date.parse(eventsReadAt) / 1_000);
    if (!lastCheck) return;
    moneyFindings.set({ source: 'verify' }, lastCheck.violationCount);
    moneyFindings.set({ source: 'reconcile' }, lastCheck.differenceCount);
    moneyCheckedSeconds.set(Date.parse(lastCheck.checkedAt) / 1_000);
  }
}
