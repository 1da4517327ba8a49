import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../platform/kernel/clock.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { CLUB_POLICY, policyHistory, policyValuesOf } from './policy-history.js';

const RETRY_DELAY_MS = 1_000;

const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === 'taken';

/**
 * Records the policy of an api process when it starts, once for all processes. A refused policy
 * stops the process. If the log is unavailable, the process starts anyway and records the policy
 * later; until then, nothing can be decided.
 */
@Injectable()
export class PolicyAtStart implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('policies');
  private readonly shutdownController = new AbortController();
  private pendingRecording: Promise<void> = Promise.resolve();

  onRefusal: () => void = () => process.exit(1);

  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError taken */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.ROLES.includes('api')) return;
    try {
      await this.recordPolicy();
    } catch (error) {
      if (isRefusal(error)) throw error;
      this.logger.warn(`the policy will be recorded once the log is available: ${String(error)}`);
      this.pendingRecording = this.retryUntilRecorded();
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.shutdownController.abort();
    await this.pendingRecording;
  }

  private async recordPolicy() {
    const { policy, policyChange } = this.config;
    const effectiveAt = this.clock.instant();
    const data = {
      policyId: policy.id,
      values: policyValuesOf(policy),
      ...policyChange,
      effectiveAt,
    };
    const { state } = await this.commandHandling.handle(
      policyHistory,
      CLUB_POLICY,
      { type: 'TakeEffect', data },
      systemContext(`policy ${policy.id} ${randomUUID()}`, effectiveAt),
    );
    const policyIdInForce = state.at(-1)!.policyId;
    if (policyIdInForce !== policy.id)
      this.logger.warn(
        `the policy ${policy.id} was replaced by ${policyIdInForce}; this process still uses it. To go back permanently, give it a new id`,
      );
  }

  private async retryUntilRecorded() {
    const { signal } = this.shutdownController;
    while (!signal.aborted) {
      await delay(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        return await this.recordPolicy();
      } catch (error) {
        if (!isRefusal(error)) continue;
        this.logger.fatal(error.message);
        return this.onRefusal();
      }
    }
  }
}
