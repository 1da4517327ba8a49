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
import { DomainError } from '../../platform/kernel/domain-error.js';
import { retryUntilDone } from '../../platform/kernel/retries.js';
import { CLUB_POLICY, policyHistory, policyValuesOf } from './policy-history.js';

const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'taken';

/**
 * Records the policy of an api process at startup. A refused policy stops the process. If the log
 * is unavailable, it is recorded later, and nothing can be decided until then.
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
      await this.record();
    } catch (error) {
      if (isRefusal(error)) throw error;
      this.logger.warn(`the policy will be recorded once the log is available: ${String(error)}`);
      this.pendingRecording = retryUntilDone(
        () => this.record(),
        this.shutdownController.signal,
        isRefusal,
      ).catch((refusal: unknown) => {
        this.logger.fatal(String(refusal));
        this.onRefusal();
      });
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.shutdownController.abort();
    await this.pendingRecording;
  }

  /**
   * Records the policy of this process. Tools that book without a server call this first.
   * @throws DomainError taken
   */
  async record(): Promise<void> {
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
}
