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
import { CLUB, policyHistory, valuesOf } from './policy-history.js';

const TRY_AGAIN_MS = 1_000;

const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === 'taken';

/**
 * Lets the policy of a process that serves requests take effect when it starts: once, however many start at the same time. A
 * process whose policy is refused does not start. Where the log is away, it starts without, as everything else does, and notes the
 * policy once the log is back: until then nothing can be decided by it.
 */
@Injectable()
export class PolicyAtStart implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('policies');
  private readonly stopping = new AbortController();
  private work: Promise<void> = Promise.resolve();

  /** What is done where the policy is refused after the start. */
  onRefusal: () => void = () => process.exit(1);

  constructor(
    private readonly commands: CommandHandling,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError taken */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.ROLES.includes('api')) return;
    try {
      await this.takeEffect();
    } catch (error) {
      if (isRefusal(error)) throw error;
      this.logger.warn(`the policy is noted once the log answers: ${String(error)}`);
      this.work = this.tryAgain();
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.work;
  }

  private async takeEffect() {
    const { policy, policyChange } = this.config;
    const effectiveAt = this.clock.instant();
    const data = { policyId: policy.id, values: valuesOf(policy), ...policyChange, effectiveAt };
    const context = systemContext(`policy ${policy.id} ${randomUUID()}`, effectiveAt);
    const { state } = await this.commands.handle(
      policyHistory,
      CLUB,
      { type: 'TakeEffect', data },
      context,
    );
    const inForce = state.at(-1)!.policyId;
    if (inForce !== policy.id)
      this.logger.warn(
        `the policy ${policy.id} was replaced by ${inForce}; this process decides by it all the same. To go back for good, give it a new id`,
      );
  }

  private async tryAgain() {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await delay(TRY_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        return await this.takeEffect();
      } catch (error) {
        if (!isRefusal(error)) continue;
        this.logger.fatal(error.message);
        return this.onRefusal();
      }
    }
  }
}
