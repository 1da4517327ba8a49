import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import {
  type StripeEventJob,
  followedStripeEvents,
  stripeEventJobs,
} from '../../money/settlement/stripe-event-jobs.js';
import { accountJob, accountsProcess } from '../../money/payouts/account-job.js';
import {
  platformPayoutJob,
  platformPayoutsProcess,
  platformTransactionsJob,
} from '../../money/payouts/platform-payout-job.js';
import { payoutAccounts } from '../../money/payouts/payout-accounts.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { Queues } from '../../platform/processes/queues.js';
import { stripeEventsMissing } from '../../platform/stores/metrics.js';
import { StripeClient } from '../../platform/stores/stripe.js';

/** The maximum that Stripe allows. */
const PAGE_SIZE = 100;
const requestOptions = { timeout: 8_000, maxNetworkRetries: 1 };

/** Stripe sends events of connected accounts only to an endpoint for connected accounts. */
const connectedAccountEvents = ['account.updated', 'payout.failed', 'payout.paid'];
const ownAccountEvents = followedStripeEvents.filter((type) => type !== 'account.updated');

/**
 * The events that no endpoint sends. `*` means every event. Stripe does not show which endpoint is
 * for connected accounts, so Courtly assumes the endpoint that leaves the fewest events missing.
 */
export const missingEvents = (enabledEvents: readonly (readonly string[])[]): string[] => {
  const notSent = (types: readonly string[], endpoints: typeof enabledEvents) =>
    types.filter((type) => !endpoints.some((sent) => sent.includes(type) || sent.includes('*')));
  const missingWith = (connected: readonly string[] | null) => [
    ...notSent(connectedAccountEvents, connected ? [connected] : []).map(
      (type) => `${type} (connected accounts)`,
    ),
    ...notSent(
      ownAccountEvents,
      enabledEvents.filter((sent) => sent !== connected),
    ),
  ];
  return [null, ...enabledEvents]
    .map(missingWith)
    .reduce((fewest, missing) => (missing.length < fewest.length ? missing : fewest));
};

/**
 * Reads Stripe's events again, in case a webhook was lost. When a worker starts, compares the
 * events that the webhook endpoints send with those that Courtly follows.
 */
@Injectable()
export class RecentStripeEvents implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('stripeEvents');
  private endpointCheck: Promise<void> = Promise.resolve();

  constructor(
    private readonly stripeClient: StripeClient,
    private readonly queues: Queues,
    private readonly readModels: ReadModels,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Stripe may be unreachable, so startup does not wait for this check. */
  onApplicationBootstrap() {
    if (this.config.ROLES.includes('worker') && this.stripeClient.client)
      this.endpointCheck = this.checkEndpoints();
  }

  async beforeApplicationShutdown() {
    await this.endpointCheck;
  }

  /**
   * Queues one job for each object in the events since an instant (UTC), or in all events that
   * Stripe still lists.
   */
  async settle(since: string | null, currentInstant: string): Promise<void> {
    const jobsBySubject = new Map<string, StripeEventJob>();
    for await (const stripeEvent of this.stripeClient.required.events.list({
      ...(since !== null && { created: { gte: Math.floor(Date.parse(since) / 1_000) } }),
      limit: PAGE_SIZE,
    })) {
      if (!followedStripeEvents.includes(stripeEvent.type)) continue;
      for (const eventJob of stripeEventJobs(stripeEvent)) {
        const subject = `${eventJob.process.name} ${JSON.stringify(eventJob.job.data)}`;
        if (!jobsBySubject.has(subject)) jobsBySubject.set(subject, eventJob);
      }
    }
    // The webhook's own job may have failed permanently, for example while Stripe was down.
    for (const { process, job } of jobsBySubject.values()) await this.queues.runNow(process, [job]);
    await this.readAccountsAndPayouts(currentInstant);
  }

  /**
   * Reads what Stripe's list of events lacks: events of connected accounts, fees, and reserves.
   * Bank payouts can fail after their events have left the list.
   */
  private async readAccountsAndPayouts(currentInstant: string): Promise<void> {
    const night = String(Date.parse(currentInstant));
    const accounts = await this.readModels.walk(payoutAccounts, (collection) =>
      collection.find({}).project<{ hostId: string }>({ hostId: 1 }).toArray(),
    );
    const jobs = accounts.map(({ hostId }) =>
      accountJob(`${hostId}.${night}`, { hostId, accountId: null }),
    );
    await this.queues.addTogether(accountsProcess, jobs);
    await this.queues.addJobs(platformPayoutsProcess, [
      platformPayoutJob(night, { payoutId: null }),
      platformTransactionsJob(night),
    ]);
  }

  private async checkEndpoints(): Promise<void> {
    try {
      const { data } = await this.stripeClient.required.webhookEndpoints.list(
        { limit: PAGE_SIZE },
        requestOptions,
      );
      const ours = data.filter(
        ({ url, status }) =>
          status === 'enabled' && url === `${this.config.PUBLIC_URL}/api/webhooks/stripe`,
      );
      const missing = missingEvents(ours.map((endpoint) => endpoint.enabled_events));
      stripeEventsMissing.set(missing.length);
      if (missing.length > 0)
        this.logger.warn(
          `The webhook endpoints at Stripe do not send ${missing.join(', ')}. Add these events to an endpoint. Until then, the nightly check reads them.`,
        );
    } catch (error) {
      this.logger.warn(`Could not read the webhook endpoints at Stripe: ${String(error)}`);
    }
  }
}
