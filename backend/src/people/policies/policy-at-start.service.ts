import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Policy } from '@courtly/contracts/policy';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../platform/kernel/clock.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { retryUntilDone } from '../../platform/kernel/retries.js';
import { PoliciesInForce } from './policies-in-force.service.js';
import { CLUB_POLICY, policyHistory, policyInForce } from './policy-history.js';
import { policyValuesOf, recordedPolicy } from './policy-values.js';

const refusalCodes: readonly string[] = ['taken', 'policy_changed', 'wrong_status'];

const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && refusalCodes.includes(error.code);

/**
 * Records the policy file of an api process at startup. A refused file stops the process. If the
 * log is unavailable, it is recorded later, and nothing can be decided until then.
 */
@Injectable()
export class PolicyAtStart implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('policies');
  private readonly shutdownController = new AbortController();
  private readonly filePolicy: Policy;
  private pendingRecording: Promise<void> = Promise.resolve();

  onRefusal: () => void = () => process.exit(1);

  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly clock: Clock,
    private readonly policiesInForce: PoliciesInForce,
    @Inject(CONFIG) private readonly config: Pick<Config, 'ROLES' | 'policyChange'>,
  ) {
    ({ filePolicy: this.filePolicy } = policiesInForce);
  }

  /** @throws DomainError taken, policy_changed, wrong_status */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.ROLES.includes('api')) return;
    try {
      await this.record();
    } catch (error) {
      if (isRefusal(error)) throw error;
      this.logger.warn(`Could not record the policy yet; retrying: ${String(error)}`);
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
   * Records the policy file of this process. Tools that book without a server call this first.
   * @throws DomainError taken, policy_changed, wrong_status
   */
  async record(): Promise<void> {
    const { filePolicy } = this;
    const effectiveAt = this.clock.instant();
    const versions = await this.takeEffect(filePolicy, this.config.policyChange, effectiveAt);
    const inForce = policyInForce(versions, effectiveAt)!;
    if (inForce.policyId !== filePolicy.id) {
      this.logger.warn(
        `The policy ${inForce.policyId} is in force, not ${filePolicy.id} from the policy file`,
      );
      // A release can add a value to a policy that did not come from a file.
      const completed = recordedPolicy(inForce.policyId, inForce.values);
      await this.takeEffect(completed, noChange, effectiveAt);
    }
    await this.policiesInForce.read();
  }

  private async takeEffect(policy: Policy, change: Config['policyChange'], effectiveAt: string) {
    const { id: policyId } = policy;
    const data = { policyId, values: policyValuesOf(policy), ...change, effectiveAt };
    const { state } = await this.commandHandling.handle(
      policyHistory,
      CLUB_POLICY,
      { type: 'TakeEffect', data },
      systemContext(`policy ${policyId} ${randomUUID()}`, effectiveAt),
    );
    return state;
  }
}

const noChange = { changedBy: null, reason: null, replaces: null, isDefault: false } as const;
