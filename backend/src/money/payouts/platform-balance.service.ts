import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../platform/kernel/clock.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { RepeatedWork } from '../../platform/kernel/repeated-work.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import {
  balanceCents,
  balanceCheckedSeconds,
  balanceIsUnsafe,
  balanceUncoveredCents,
} from '../../platform/stores/metrics.js';
import { StripeClient } from '../../platform/stores/stripe.js';
import { payouts } from './payouts.projection.js';
import { ONE_BALANCE, platformCoverage } from './platform-coverage.js';
import { type PlatformBalance, toPlatformBalance } from './platform-balance.js';

const CHECK_EVERY_MS = 60 * MINUTE_MS;
const requestOptions = { timeout: 8_000, maxNetworkRetries: 1 };

/**
 * Checks at startup and every hour whether Stripe's balance covers what belongs to hosts, and its
 * available part what is due. If Stripe is unreachable, the metrics show the last check's time.
 */
@Injectable()
export class PlatformBalances implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('balance');
  private readonly checks = new RepeatedWork(CHECK_EVERY_MS, () => this.check());

  constructor(
    private readonly stripeClient: StripeClient,
    private readonly readModels: ReadModels,
    private readonly commandHandling: CommandHandling,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap() {
    if (this.config.ROLES.includes('worker') && this.stripeClient.client) this.checks.startNow();
  }

  beforeApplicationShutdown() {
    return this.checks.stop();
  }

  /**
   * In cents: the hosts' shares of all charges that are not paid out yet, and what is due and needs
   * the available balance. As a reserve, the latter includes payouts that must wait.
   */
  async hostsMoney(): Promise<Pick<PlatformBalance, 'hostsCents' | 'dueCents'>> {
    const [hostsCents, dueCents] = await Promise.all([
      this.sumPayouts({ unpaidCents: { $gt: 0 } }, 'unpaidCents'),
      this.sumPayouts({ needsBalanceAt: { $lte: this.clock.instant() } }, 'dueCents'),
    ]);
    return { hostsCents, dueCents };
  }

  private async sumPayouts(filter: object, field: 'unpaidCents' | 'dueCents'): Promise<number> {
    const [total] = await this.readModels.read(payouts, (collection) =>
      collection
        .aggregate<{ cents: number }>([
          { $match: filter },
          { $group: { _id: null, cents: { $sum: `$${field}` } } },
        ])
        .toArray(),
    );
    return total?.cents ?? 0;
  }

  /** Null if Stripe is not configured. */
  async read(): Promise<PlatformBalance | null> {
    const { client } = this.stripeClient;
    if (!client) return null;
    const [balance, settings, hostsMoney] = await Promise.all([
      client.balance.retrieve({}, requestOptions),
      client.balanceSettings.retrieve({}, requestOptions),
      this.hostsMoney(),
    ]);
    return toPlatformBalance(balance, settings, hostsMoney);
  }

  private async recordCoverage({ uncoveredCents, hostsCents }: PlatformBalance): Promise<void> {
    const at = this.clock.instant();
    await this.commandHandling.handle(
      platformCoverage,
      ONE_BALANCE,
      { type: 'RecordCoverage', data: { uncoveredCents, hostsCents, at } },
      systemContext(`coverage ${randomUUID()}`, at),
    );
  }

  private async check(): Promise<void> {
    try {
      const balance = await this.read();
      if (!balance) return;
      balanceCents.set({ part: 'available' }, balance.availableCents);
      balanceCents.set({ part: 'pending' }, balance.pendingCents);
      balanceCents.set({ part: 'hosts' }, balance.hostsCents);
      balanceCents.set({ part: 'due' }, balance.dueCents);
      balanceUncoveredCents.set(balance.uncoveredCents);
      balanceIsUnsafe.set(balance.isSafe ? 0 : 1);
      balanceCheckedSeconds.setToCurrentTime();
      if (!balance.isSafe)
        this.logger.error(
          'Stripe pays out to the platform automatically, so transfers to hosts may be refused. Set the payout schedule to manual.',
        );
      if (balance.uncoveredCents > 0) this.logger.error({ ...balance, problem: 'uncovered' });
      await this.recordCoverage(balance);
    } catch (error) {
      this.logger.warn(`Could not check the balance at Stripe: ${String(error)}`);
    }
  }
}
