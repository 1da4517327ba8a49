import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnModuleInit,
} from '@nestjs/common';
import type { PolicyValues } from '@courtly/contracts/policies';
import type { Policy } from '@courtly/contracts/policy';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../platform/kernel/clock.js';
import { DomainError, beingUpdated, isDomainError } from '../../platform/kernel/domain-error.js';
import { isRead } from '../../platform/kernel/read-scope.js';
import { RepeatedWork } from '../../platform/kernel/repeated-work.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { PolicyCheck } from '../../platform/ops/policy-check.js';
import { policyUnusable } from '../../platform/stores/metrics.js';
import { StoreUnavailable } from '../../platform/stores/store-unavailable.js';
import {
  CLUB_POLICY,
  type EffectivePolicy,
  policyHistory,
  policyInForce,
} from './policy-history.js';
import { policyValuesOf, recordedPolicy } from './policy-values.js';

/** Much shorter than `POLICY_LEAD_MS`. */
const READ_INTERVAL_MS = 5_000;

/** `policy` is null, with a `problem`, if this release does not allow the version. */
type TimelineEntry = Readonly<{ fromMs: number; policy: Policy | null; problem: string | null }>;

/**
 * Makes `config.policy` the version that is in force at the moment it is read. Without one that
 * this release can use, nothing is decided.
 */
@Injectable()
export class PoliciesInForce implements PolicyCheck, OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('policies');
  readonly filePolicy: Policy;
  private readonly policies = new WeakMap<PolicyValues, Policy>();
  private readonly reading = new RepeatedWork(READ_INTERVAL_MS, () => this.readOrKeep());
  /** The version in force and later ones, in the order of their instants. */
  private timeline: readonly TimelineEntry[] = [];
  private isUnknown = false;
  /** What reads show if the store did not respond at startup. Admins then need a second factor. */
  private readonly shownInOutage: Policy;
  private isOutage = false;
  /** Why the versions could not be read. An outage does not set it once they are known. */
  private readProblem: string | null = null;
  private needsNewerRelease = false;
  private lastWarning = '';

  constructor(
    private readonly streams: Streams,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.filePolicy = config.policy;
    this.shownInOutage = {
      ...this.filePolicy,
      secondFactor: { ...this.filePolicy.secondFactor, admin: true },
    };
    Object.defineProperty(config, 'policy', {
      get: () => this.inForce(),
      enumerable: true,
      configurable: true,
    });
  }

  /** @throws Error if this release does not allow a value of the policy in force */
  async onModuleInit(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) && !isNewer(error)) throw error;
      this.isUnknown = true;
      this.keep(error);
      this.logger.warn('Refusing decisions until the policy can be read from the log');
    }
    if (!this.isUnknown && this.notAllowed !== null) throw new Error(this.notAllowed);
    this.reading.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.reading.stop();
  }

  get problem(): string | null {
    return this.showsOnly ? null : (this.readProblem ?? this.notAllowed);
  }

  get warning(): string | null {
    if (this.showsOnly) return this.readProblem ?? this.notAllowed;
    const nowMs = this.clock.now();
    const scheduled = this.timeline.find(
      ({ fromMs, problem }) => fromMs > nowMs && problem !== null,
    );
    return scheduled?.problem ?? null;
  }

  /**
   * Reads new versions.
   * @throws StoreUnavailable
   */
  async read(): Promise<void> {
    const versions = await this.streams.load(policyHistory, CLUB_POLICY);
    const now = this.clock.instant();
    const inForce = policyInForce(versions, now);
    const entries = versions
      .filter((version) => version === inForce || isScheduled(version, now))
      .map((version) =>
        this.entryOf(version, version === inForce ? 0 : Date.parse(version.effectiveAt)),
      )
      .sort((one, other) => one.fromMs - other.fromMs);
    const earlier = { fromMs: 0, policy: this.latestReadable(), problem: null };
    this.timeline = [earlier, ...entries];
    this.readProblem = null;
    this.needsNewerRelease = false;
    this.isOutage = false;
    this.isUnknown &&= this.problem !== null;
    this.measure();
  }

  /** Whether only a newer release can use the policy in force, but reads can show an earlier one. */
  private get showsOnly(): boolean {
    return !this.isUnknown && (this.needsNewerRelease || this.notAllowed !== null);
  }

  /** Why this release cannot use the version in force, or null. */
  private get notAllowed(): string | null {
    const nowMs = this.clock.now();
    return this.timeline.findLast(({ fromMs }) => fromMs <= nowMs)?.problem ?? null;
  }

  /**
   * In an outage, a process that has just started shows the values of its file, so that people can
   * still read their bookings.
   * @throws StoreUnavailable until the log has been read once, except for such reads; DomainError
   *   store_unavailable for a decision while only a newer release can use the policy in force
   */
  private inForce(): Policy {
    if (this.isUnknown && this.isOutage && isRead()) return this.shownInOutage;
    if (this.isUnknown) throw new StoreUnavailable('EventStoreDB');
    if (this.showsOnly && !isRead()) throw beingUpdated();
    return this.latestReadable();
  }

  private latestReadable(): Policy {
    const nowMs = this.clock.now();
    const readable = this.timeline.findLast(
      ({ fromMs, policy }) => fromMs <= nowMs && policy !== null,
    );
    return readable?.policy ?? this.filePolicy;
  }

  private entryOf(version: EffectivePolicy, fromMs: number): TimelineEntry {
    try {
      return { fromMs, policy: this.policyOf(version), problem: null };
    } catch (error) {
      return { fromMs, policy: null, problem: (error as Error).message };
    }
  }

  /** Equal values share one object, which is the file's policy if the file has them. */
  private policyOf({ policyId, values }: EffectivePolicy): Policy {
    const known = this.policies.get(values);
    if (known) return known;
    const recorded = recordedPolicy(policyId, values);
    const policy = hasSameValues(recorded, this.filePolicy) ? this.filePolicy : recorded;
    this.policies.set(values, policy);
    return policy;
  }

  /** Reads new versions, or keeps the known ones and logs a warning. */
  async readOrKeep(): Promise<void> {
    try {
      await this.read();
      const problem = this.problem ?? this.warning;
      this.warn(problem === null ? '' : `This release cannot use a policy: ${problem}`);
    } catch (error) {
      this.keep(error);
    }
  }

  private keep(error: unknown): void {
    this.isOutage = error instanceof StoreUnavailable;
    const reason = isNewer(error)
      ? `only a newer release can read it (${String(error.cause)})`
      : String(error);
    if (this.isUnknown || !this.isOutage)
      this.readProblem = `The policy could not be read from the log: ${reason}`;
    this.warn(`Could not read the policy from the log: ${reason}`);
    // An outage reveals nothing about the policy.
    if (this.isOutage) return;
    this.needsNewerRelease = isNewer(error);
    this.measure();
  }

  private measure(): void {
    policyUnusable.set(this.problem === null && this.warning === null ? 0 : 1);
  }

  private warn(message: string): void {
    if (message !== '' && message !== this.lastWarning) this.logger.warn(message);
    this.lastWarning = message;
  }
}

/** Streams refuse an event of a newer release, and nothing else, with this code. */
const isNewer = (error: unknown): error is DomainError => isDomainError(error, 'store_unavailable');

const isScheduled = ({ withdrawn, effectiveAt }: EffectivePolicy, now: string): boolean =>
  withdrawn === null && effectiveAt > now;

const hasSameValues = (one: Policy, other: Policy): boolean => {
  const [values, otherValues] = [policyValuesOf(one), policyValuesOf(other)];
  const names = Object.keys({ ...values, ...otherValues });
  return one.id === other.id && names.every((name) => values[name] === otherValues[name]);
};
