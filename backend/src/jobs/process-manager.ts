import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandBus } from '@nestjs/cqrs';
import type { Booking } from '../bookings/booking.js';
import { PassDeadline } from '../bookings/bookings.commands.js';
import { type CourtDayEvent, courtDayEvents } from '../bookings/court-day.events.js';
import { CONFIG, type Config } from '../config.js';
import { Clock } from '../kernel/clock.js';
import { EventCodec } from '../kernel/codec.js';
import { systemContext } from '../kernel/context.js';
import { EventStore } from '../kernel/event-store.js';
import { Mongo } from '../kernel/mongo.js';
import type { Checkpoint } from '../projections/checkpoint.js';
import type { Stored } from '../projections/projection.js';
import { type Deadline, deadlineOf, deadlinesOf } from './deadlines.js';
import { Queues } from './queues.js';

type Position = { _id: string; position: string };

const NAME = 'deadlines';
const BATCH = 500;
const SWEEP_EVERY_MS = 2 * 60_000;
const PAUSE_MS = 1_000;
const ASK_AGAIN_MS = 100;
/** Deadlines are minutes away at the least: they can be queued a few at a time. */
const GATHER_MS = 50;

/**
 * Turns events into deadlines. It follows the log and queues what each event sets; at start, every two minutes and whenever
 * Redis comes back it also derives from the read model what should be queued or is overdue, so that lost jobs, downtime and
 * a moved clock mend themselves. Doing either twice changes nothing.
 */
@Injectable()
export class ProcessManager implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('jobs');
  private readonly stopping = new AbortController();
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly mongo: Mongo,
    private readonly queues: Queues,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap() {
    if (!this.config.ROLES.includes('worker')) return;
    this.queues.work((deadline) => this.pass(deadline));
    this.queues.onReconnect(() => void this.sweep().catch((error: unknown) => this.logger.warn(String(error))));
    this.work = Promise.all([this.again(() => this.follow(), 0), this.again(() => this.sweep(), SWEEP_EVERY_MS)]);
  }

  async beforeApplicationShutdown() {
    this.stopping.abort();
    await this.work;
  }

  /** Queues every deadline that the read model still waits for, and runs those that are due. */
  async sweep(): Promise<void> {
    await this.readModelIsThere();
    const live = { status: { $in: ['pending', 'confirmed'] as const } };
    const now = this.clock.instant();
    let waiting: Deadline[] = [];
    for await (const booking of this.mongo.readModels.collection<Stored<Booking>>('bookings').find(live)) {
      const deadline = deadlineOf(booking);
      if (!deadline) continue;
      if (deadline.due <= now) await this.queues.runNow(deadline);
      else waiting.push(deadline);
      if (waiting.length < BATCH) continue;
      await this.queues.schedule(waiting);
      waiting = [];
    }
    await this.queues.schedule(waiting);
  }

  /** After a start on an empty database there is nothing to derive from until the projections have been through the log. */
  private async readModelIsThere() {
    const checkpoints = this.mongo.readModels.collection<Checkpoint>('checkpoints');
    while (!(await checkpoints.findOne({ _id: 'bookings', caughtUp: true })))
      await delay(ASK_AGAIN_MS, undefined, { signal: this.stopping.signal });
  }

  private pass({ bookingId, kind }: Deadline): Promise<void> {
    return this.commands.execute(
      new PassDeadline(bookingId, kind, systemContext(`${kind}.${bookingId}`, this.clock.instant())),
    );
  }

  private async follow() {
    const positions = this.mongo.readModels.collection<Position>('positions');
    const from = (await positions.findOne({ _id: NAME }))?.position ?? null;
    for await (const { events } of this.store.follow(courtDayEvents.categories, from, BATCH, this.stopping.signal)) {
      const decoded = await this.codec.decode(events);
      const readable = decoded.filter((event) => !('unreadable' in event)) as unknown as CourtDayEvent[];
      const now = this.clock.instant();
      await this.queues.schedule(readable.flatMap(deadlinesOf).filter(({ due }) => due > now));
      const position = events.at(-1)?.position;
      if (position) await positions.replaceOne({ _id: NAME }, { position }, { upsert: true });
      await delay(GATHER_MS);
    }
  }

  /** Does something for ever: again after a pause when it ends, and soon when it fails, until the process stops. */
  private async again(act: () => Promise<unknown>, pauseMs: number) {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const pause = await act().then(
        () => pauseMs,
        (error: unknown) => {
          if (!signal.aborted) this.logger.warn(`trying again: ${String(error)}`);
          return PAUSE_MS;
        },
      );
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}
