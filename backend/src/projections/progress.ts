import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Subject, filter, firstValueFrom, timeout } from 'rxjs';
import { allProjections } from '../app.projections.js';
import { projectionLagSeconds } from '../kernel/metrics.js';
import { Mongo } from '../kernel/mongo.js';
import { RedisClient } from '../kernel/redis.js';
import type { Checkpoint } from './checkpoint.js';

/** A document that changed, and the ids of those whose screens show it; null is everybody. */
export type Change = Readonly<{ id: string; audience: readonly string[] | null }>;

/** What the runner tells all processes after each batch: how far each read model is, and what changed in it. */
export type News = readonly Readonly<{
  readModel: string;
  position: string;
  /** Seconds from the store's having the newest event to its being shown. */
  lagSeconds: number;
  changes: readonly Change[];
}>[];

const WAIT_MS = 2_000;
const ASK_AGAIN_MS = 200;

/**
 * How far each projection is, as this process knows it: it hears the runner's news, and asks the checkpoints where it may
 * have missed some. A read that must show a write waits here.
 */
@Injectable()
export class Progress implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly news = new Subject<News>();
  private readonly positions = new Map<string, string>();

  constructor(
    private readonly mongo: Mongo,
    private readonly redis: RedisClient,
  ) {}

  static channel(prefix: string): string {
    return `${prefix}:news`;
  }

  async onApplicationBootstrap() {
    this.redis.subscriber.on('message', (_channel, text) => this.hear(JSON.parse(text) as News));
    await this.redis.subscriber.subscribe(Progress.channel(this.redis.prefix));
  }

  /** Lets those go who listen: an open stream would keep the server from closing. */
  beforeApplicationShutdown() {
    this.news.complete();
  }

  /** Whether every read model shows the log up to this position, waiting up to two seconds for it. */
  async reached(position: string): Promise<boolean> {
    const deadline = performance.now() + WAIT_MS;
    if (!this.passed(position)) await this.ask();
    while (!this.passed(position)) {
      const left = deadline - performance.now();
      if (left <= 0) return false;
      const moved = this.news.pipe(
        filter(() => this.passed(position)),
        timeout(Math.min(left, ASK_AGAIN_MS)),
      );
      await firstValueFrom(moved).catch(() => this.ask());
    }
    return true;
  }

  private passed(position: string): boolean {
    return allProjections.every(({ name }) => (this.positions.get(name) ?? '') >= position);
  }

  private hear(news: News) {
    for (const { readModel, position, lagSeconds } of news) {
      this.advance(readModel, position);
      projectionLagSeconds.set({ projection: readModel }, lagSeconds);
    }
    this.news.next(news);
  }

  private advance(projection: string, position: string | null) {
    if (position && position > (this.positions.get(projection) ?? '')) this.positions.set(projection, position);
  }

  private async ask() {
    const checkpoints = this.mongo.readModels.collection<Checkpoint>('checkpoints').find({});
    for await (const { _id, position } of checkpoints) this.advance(_id, position);
  }
}
