import { Injectable } from '@nestjs/common';
import { allProjections } from '../app.projections.js';
import { EventStore } from '../kernel/event-store.js';
import { Mongo } from '../kernel/mongo.js';
import { RedisClient } from '../kernel/redis.js';
import type { Checkpoint } from '../projections/checkpoint.js';
import { Runner } from '../projections/runner.js';

/**
 * Whether this process can serve: every store answers, every read model has been complete once, and where it runs read models
 * its subscription is alive.
 */
@Injectable()
export class Health {
  constructor(
    private readonly events: EventStore,
    private readonly mongo: Mongo,
    private readonly redis: RedisClient,
    private readonly runner: Runner,
  ) {}

  async check() {
    const [eventStore, mongo, redis] = await Promise.all([
      this.events.answers(),
      this.mongo.answers(),
      this.redis.answers(),
    ]);
    const behind = mongo ? await this.behind() : allProjections.map(({ name }) => name);
    const following = this.runner.isFollowing;
    const ready = eventStore && mongo && redis && following && behind.length === 0;
    return { ready, eventStore, mongo, redis, following, behind };
  }

  private async behind(): Promise<string[]> {
    const checkpoints = await this.mongo.readModels
      .collection<Checkpoint>('checkpoints')
      .find({ caughtUp: true })
      .toArray();
    const complete = new Set(checkpoints.map(({ _id }) => _id));
    return allProjections.map(({ name }) => name).filter((name) => !complete.has(name));
  }
}
