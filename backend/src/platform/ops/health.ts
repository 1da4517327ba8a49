import { Injectable } from '@nestjs/common';
import { EventStore } from '../stores/event-store.js';
import { Mongo } from '../stores/mongo.js';
import { RedisClient } from '../stores/redis.js';
import { type ReadModelLag, Lags } from '../projections/lags.js';
import { Runner } from '../projections/runner.js';
import { Draining } from './draining.js';

/** Longer than any active read model lags. */
const BEHIND_AFTER_S = 5;

const isBehind = ({ complete, seconds, unownedSeconds, stopped }: ReadModelLag): boolean =>
  !complete || stopped !== null || unownedSeconds > 0 || (seconds ?? 0) > BEHIND_AFTER_S;

/**
 * Whether this process can serve: the stores respond, every read model has been complete once, its
 * own projections follow the log, and it is not shutting down. `behind` lists lagging, unowned, and
 * stopped read models, which still answer reads.
 */
@Injectable()
export class Health {
  constructor(
    private readonly events: EventStore,
    private readonly mongo: Mongo,
    private readonly redis: RedisClient,
    private readonly runner: Runner,
    private readonly lags: Lags,
    private readonly draining: Draining,
  ) {}

  async check() {
    const [eventStore, mongo, redis] = await Promise.all([
      this.events.ping(),
      this.mongo.ping(),
      this.redis.ping(),
    ]);
    const lags = mongo ? await this.lags.measure().catch(() => []) : [];
    const behind = lags.filter(isBehind);
    const complete = lags.length > 0 && lags.every((lag) => lag.complete);
    const following = this.runner.isFollowing;
    const ending = this.draining.started;
    const ready = eventStore && mongo && redis && following && complete && !ending;
    return { ready, eventStore, mongo, redis, following, behind, ending };
  }
}
