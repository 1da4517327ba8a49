import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '../stores/event-store.js';
import { Mongo } from '../stores/mongo.js';
import { RedisClient } from '../stores/redis.js';
import { type ReadModelLag, Lags } from '../projections/lags.js';
import { Runner } from '../projections/runner.js';
import { ZoneDataCheck } from '../zone-data/zone-data-check.service.js';
import { ErasureRegister } from '../vault/erasure-register.js';
import { KnownSecrets } from '../vault/known-secrets.service.js';
import { Draining } from './draining.js';
import { POLICY_CHECK, type PolicyCheck } from './policy-check.js';
import { ProxyCheck } from './proxy-check.js';

/** An active read model never lags longer than this. */
const MAX_LAG_SECONDS = 5;
/** Anyone can call the health check, so the process checks the stores at most once per interval. */
const REMEASURE_AFTER_MS = 1_000;
/** A load balancer should quickly notice that a process has started. */
const STARTING_REMEASURE_AFTER_MS = 100;

const isBehind = (lag: ReadModelLag): boolean =>
  !lag.complete ||
  lag.torn ||
  lag.stopped !== null ||
  lag.parkedStreams > 0 ||
  lag.unownedSeconds > 0 ||
  (lag.seconds ?? 0) > MAX_LAG_SECONDS;

/**
 * Whether this process can serve: all read models have been complete once, its own follow the log,
 * and no check below reports a problem, except `proxy`, `erasures`, and warnings about policies.
 */
@Injectable()
export class Health {
  private measurement: ReturnType<Health['measureStores']> | undefined;
  private wasReady = false;

  constructor(
    private readonly eventStore: EventStore,
    private readonly mongoStore: Mongo,
    private readonly redisClient: RedisClient,
    private readonly runner: Runner,
    private readonly lagMeter: Lags,
    private readonly draining: Draining,
    private readonly zoneDataCheck: ZoneDataCheck,
    private readonly proxyCheck: ProxyCheck,
    private readonly erasureRegister: ErasureRegister,
    @Inject(POLICY_CHECK) private readonly policyCheck: PolicyCheck,
    private readonly knownSecrets: KnownSecrets,
  ) {}

  async checkHealth() {
    const { isReady, ...details } = await (this.measurement ??= this.measureOnce());
    const isFollowing = this.runner.isFollowing;
    const isStopping = this.draining.isStarted;
    const zoneData = this.zoneDataCheck.problem;
    const { problem: policyProblem, warning: policyWarning } = this.policyCheck;
    const secrets = this.knownSecrets.problem;
    const hasProblem = zoneData !== null || policyProblem !== null || secrets !== null;
    return {
      ready: isReady && isFollowing && !isStopping && !hasProblem,
      ...details,
      following: isFollowing,
      ending: isStopping,
      zoneData,
      policy: policyProblem ?? policyWarning,
      proxy: this.proxyCheck.problem,
      erasures: this.erasureRegister.problem,
      secrets,
    };
  }

  private async measureOnce() {
    try {
      const measured = await this.measureStores();
      this.wasReady ||= measured.isReady;
      return measured;
    } finally {
      const remeasureAfterMs = this.wasReady ? REMEASURE_AFTER_MS : STARTING_REMEASURE_AFTER_MS;
      setTimeout(() => (this.measurement = undefined), remeasureAfterMs).unref();
    }
  }

  private async measureStores() {
    const [eventStore, mongo, redis] = await Promise.all([
      this.eventStore.ping(),
      this.mongoStore.ping(),
      this.redisClient.ping(),
    ]);
    const readModelLags = mongo ? await this.lagMeter.measureLags().catch(() => []) : [];
    const isComplete = readModelLags.length > 0 && readModelLags.every((lag) => lag.complete);
    const behind = readModelLags.filter(isBehind);
    return {
      isReady: eventStore && mongo && redis && isComplete,
      eventStore,
      mongo,
      redis,
      behind,
    };
  }
}
