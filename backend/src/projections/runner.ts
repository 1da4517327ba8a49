import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { allEvents } from '../app.events.js';
import { allProjections } from '../app.projections.js';
import { CONFIG, type Config } from '../config.js';
import { EventCodec, type Unreadable } from '../kernel/codec.js';
import { EventStore } from '../kernel/event-store.js';
import type { Recorded } from '../kernel/events.js';
import { projectionDelaySeconds } from '../kernel/metrics.js';
import { Mongo } from '../kernel/mongo.js';
import { RedisClient } from '../kernel/redis.js';
import { applyBatch, categoriesOf, concerning } from './apply.js';
import type { Checkpoint, Parked } from './checkpoint.js';
import type { Held } from './held.js';
import { LEASE_MS, LeaseLost, Leases } from './lease.js';
import { announce } from './news.js';
import { park } from './parking.js';
import type { AnyProjection, Stored } from './projection.js';
import { Rebuilds } from './rebuilds.js';

const BATCH = 1_000;
/** So long a batch gathers while events keep coming: one write for many costs little more than one for each. */
const GATHER_MS = 5;
const LONGEST_PAUSE_MS = 5_000;
const categories = allEvents.flatMap((set) => set.categories);

/**
 * Follows the log and keeps the read models. All projections that this process holds move together on one subscription, so
 * that each one's checkpoint says how much of the whole log it shows. Whatever fails, the lot starts again from the
 * checkpoints; a batch that is applied twice changes nothing.
 */
@Injectable()
export class Runner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('projections');
  private readonly stopping = new AbortController();
  /** One writer at a time: a batch, or the swap of a rebuilt collection. */
  private readonly turn = pLimit(1);
  private round = new AbortController();
  private held: Held[] = [];
  private following = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly mongo: Mongo,
    private readonly redis: RedisClient,
    private readonly leases: Leases,
    private readonly rebuilds: Rebuilds,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Whether this process follows the log, where that is its work: what it holds moves on as events come. */
  get isFollowing(): boolean {
    return !this.config.ROLES.includes('projector') || this.held.length === 0 || this.following;
  }

  onApplicationBootstrap() {
    if (this.config.ROLES.includes('projector')) this.running = this.run();
  }

  async beforeApplicationShutdown() {
    this.stopping.abort();
    this.round.abort();
    await this.running;
    await this.leases.release(this.held.map(({ projection }) => projection.name)).catch(() => undefined);
  }

  private async run() {
    let pause = 50;
    while (!this.stopping.signal.aborted) {
      this.round = new AbortController();
      try {
        this.held = await this.hold();
        if (this.held.length === 0) await delay(LEASE_MS / 5, undefined, { signal: this.round.signal });
        else await this.untilOneEnds(this.follow(this.held), this.keepLeases(this.held));
        pause = 50;
      } catch (error) {
        if (this.stopping.signal.aborted) break;
        if (!(error instanceof LeaseLost)) this.logger.warn(`starting again from the checkpoints: ${String(error)}`);
        this.following = false;
        this.round.abort();
        await delay(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
    await this.rebuilds.stopped();
  }

  /** Ends the round when one part of it ends, and waits for the other, so that no two rounds ever overlap. */
  private async untilOneEnds(...parts: Promise<void>[]) {
    const ended = await Promise.allSettled(parts.map((part) => part.finally(() => this.round.abort())));
    const failed = ended.find((part) => part.status === 'rejected' && (part.reason as Error).name !== 'AbortError');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  private async hold(): Promise<Held[]> {
    const parked = await this.mongo.readModels.collection<Parked>('parked').find({}).toArray();
    const held: Held[] = [];
    for (const projection of allProjections) {
      const checkpoint = await this.leases.take(projection);
      if (!checkpoint) continue;
      const streams = parked.filter((one) => one.projection === projection.name).map(({ stream }) => stream);
      held.push(await this.prepare(projection, checkpoint, streams));
    }
    return held;
  }

  private async prepare(projection: AnyProjection, checkpoint: Checkpoint, parked: string[]): Promise<Held> {
    const { epoch, position, caughtUp, version } = checkpoint;
    if (position === null) {
      const collection = this.mongo.readModels.collection(projection.name);
      // What no checkpoint describes may lack events that its documents claim to hold.
      await collection.deleteMany({});
      for (const index of projection.indexes) await collection.createIndex({ ...index });
    }
    return { projection, epoch, position, caughtUp, parked: new Set(parked), live: version === projection.version };
  }

  /** Renews the leases, takes those that became free, and looks for rebuilds that are asked for. Ends the round on a change. */
  private async keepLeases(held: readonly Held[]) {
    while (!this.round.signal.aborted) {
      await delay(LEASE_MS / 10, undefined, { signal: this.round.signal });
      for (const projection of allProjections) {
        const mine = held.find((one) => one.projection === projection);
        const checkpoint = await this.leases.take(projection);
        if (mine?.epoch !== checkpoint?.epoch) return;
        if (mine && checkpoint) this.rebuilds.attend(mine, checkpoint, this.turn, this.round.signal);
      }
      await this.rebuilds.replayParked(held, this.turn);
    }
  }

  private async follow(held: readonly Held[]) {
    const from = held.reduce<string | null>(
      (least, { position }) => (position === null || least === null ? null : position < least ? position : least),
      held[0]!.position,
    );
    for await (const { events, caughtUp } of this.store.follow(categories, from, BATCH, this.round.signal)) {
      this.following = true;
      const decoded = await this.codec.decode(events);
      const last = events.at(-1);
      await this.turn(async () => {
        await this.applyTogether(
          held.filter(({ live }) => live),
          decoded,
          caughtUp,
          last?.storedAt ?? null,
        );
        // What goes by while only a rebuild may write is the rebuild's to catch up with, before it takes the place.
        for (const one of held)
          if (!one.live && last && last.position > (one.position ?? '')) one.position = last.position;
      });
      if (events.length > 0 && events.length < BATCH) await delay(GATHER_MS);
    }
  }

  /** Folds a batch into all read models, then moves their checkpoints in one write, and tells what changed in one message. */
  private async applyTogether(
    held: readonly Held[],
    events: readonly (Recorded | Unreadable)[],
    caughtUp: boolean,
    storedAt: number | null,
  ) {
    const changed = await Promise.all(held.map((one) => this.applyTo(one, events)));
    const position = events.at(-1)?.position ?? null;
    const moves = held.flatMap(({ projection, epoch, position: before, caughtUp: was }) => {
      const next = position !== null && (before === null || position > before) ? position : before;
      const isNews = next !== before || (caughtUp && !was);
      return isNews ? [{ name: projection.name, epoch, change: { position: next, caughtUp: was || caughtUp } }] : [];
    });
    await this.leases.advanceAll(moves);
    for (const { name, change } of moves)
      Object.assign(
        held.find(({ projection }) => projection.name === name)!,
        change,
      );
    const lagSeconds = storedAt === null ? 0 : (Date.now() - storedAt) / 1000;
    for (const { projection } of held) projectionDelaySeconds.observe({ projection: projection.name }, lagSeconds);
    if (moves.length > 0) await announce(this.redis, held, changed, lagSeconds);
  }

  private async applyTo({ projection, position: from, parked }: Held, events: readonly (Recorded | Unreadable)[]) {
    const due = events.filter(({ position }) => from === null || position > from);
    const mine = concerning(projection, categoriesOf(projection, allEvents), due);
    const collection = this.mongo.readModels.collection<Stored>(projection.name);
    const applied = await applyBatch(collection, projection, mine, (stream) => parked.has(stream));
    await park(this.mongo, projection.name, applied.parked);
    for (const { event, reason } of applied.parked) {
      parked.add(event.stream);
      this.logger.error(`${projection.name} leaves out ${event.stream} from event ${event.id} on: ${reason}`);
    }
    return applied.changed;
  }
}
