import { Injectable } from '@nestjs/common';
import { EventStore } from '../stores/event-store.js';
import { Mongo } from '../stores/mongo.js';
import { RedisClient } from '../stores/redis.js';
import { type ReadModelLag, Lags } from '../projections/lags.js';
import { Runner } from '../projections/runner.js';
import { ZoneDataCheck } from '../zone-data/zone-data-check.service.js';
import { Draining } from './draining.js';

/** Longer than any active read model lags. */
const MAX_LAG_SECONDS = 5;

const isBehind = ({ complete, seconds, unownedSeconds, stopped, torn }: ReadModelLag): boolean =>
  !complete || torn || stopped !== null || unownedSeconds > 0 || (seconds ?? 0) > MAX_LAG_SECONDS;

/**
 * Whether this process can serve: the stores respond, every read model has been complete once, its
 * own projections follow the log, and it is not shutting down. `behind` lists lagging, unowned, and
 * stopped read models, which still serve reads, and torn ones. `zoneData` is a problem or null.
 */
@Injectable()
export class Health {
  constructor(
    private readonly eventStore: EventStore,
    private readonly mongoStore: Mongo,
    private readonly redisClient: RedisClient,
    private readonly runner: Runner,
    private readonly lagMeter: Lags,
    private readonly draining: Draining,
    private readonly zoneDataCheck: ZoneDataCheck,
  ) {}

  async checkHealth() {
    const [eventStore, mongo, redis] = await Promise.all([
      this.eventStore.ping(),
      this.mongoStore.ping(),
      this.redisClient.ping(),
    ]);
    const readModelLags = mongo ? await this.lagMeter.measureLags().catch(() => []) : [];
    const laggingModels = readModelLags.filter(isBehind);
    const isComplete = readModelLags.length > 0 && readModelLags.every((lag) => lag.complete);
    const isFollowing = this.runner.isFollowing;
    const isStopping = this.draining.isStarted;
    const zoneData = this.zoneDataCheck.problem;
    const isReady =
      eventStore && mongo && redis && isFollowing && isComplete && !isStopping && zoneData === null;
    return {
      ready: isReady,
      eventStore,
      mongo,
      redis,
      following: isFollowing,
      behind: laggingModels,
      ending: isStopping,
      zoneData,
    };
  }
}
