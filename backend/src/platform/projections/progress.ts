import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import pLimit from 'p-limit';
import {
  Subject,
  exhaustMap,
  filter,
  firstValueFrom,
  map,
  merge,
  share,
  timeout,
  timer,
} from 'rxjs';
import { EventStore } from '../stores/event-store.js';
import { Mongo } from '../stores/mongo.js';
import { RedisClient } from '../stores/redis.js';
import { Checkpoints } from './checkpoints.js';
import { type AnyProjection, PROJECTIONS } from './projection.js';

/** A document that changed, and the ids of those whose screens show it; null is everybody. */
export type DocumentChange = Readonly<{ id: string; audience: readonly string[] | null }>;

/** What the runner tells all processes after each batch: how far each read model is, and what changed in it. */
export type ReadModelUpdates = readonly Readonly<{
  readModel: string;
  position: string;
  /** Seconds from the store's having the newest event to its being shown. */
  lagSeconds: number;
  changes: readonly DocumentChange[];
}>[];

/**
 * As they are published: beside a program of another version, its read models of the same names are other ones. What follows from
 * read models and is none itself has no version.
 */
export type PublishedUpdates = readonly (ReadModelUpdates[number] &
  Readonly<{ version: number | null }>)[];

const WAIT_MS = 2_000;
const POLL_EVERY_MS = 200;
/** Most writes are shown by then: only a position that is not is compared with the end of the log. */
const FAR_AFTER_MS = 50;

/**
 * How far each projection is, as this process knows it: it hears the runner's updates, and polls the checkpoints where it may
 * have missed some. A read that must show a write waits here.
 */
@Injectable()
export class Progress implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly updates = new Subject<ReadModelUpdates>();
  private readonly positions = new Map<string, string>();
  private readonly versions: ReadonlyMap<string, number>;
  private readonly limit = pLimit(1);
  private nextEnd: Promise<string> | null = null;
  /** One for all who wait, as long as somebody does. Updates may have been lost. */
  private readonly polls = timer(0, POLL_EVERY_MS).pipe(
    exhaustMap(() => this.poll()),
    share(),
  );

  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly redis: RedisClient,
    private readonly store: EventStore,
    private readonly mongo: Mongo,
    @Inject(PROJECTIONS) projections: readonly AnyProjection[],
  ) {
    this.versions = new Map(projections.map(({ name, version }) => [name, version]));
  }

  static channel(prefix: string): string {
    return `${prefix}:updates`;
  }

  /** Redis may come later: reads that need no session are answered without it. */
  onApplicationBootstrap() {
    this.redis.subscriber.on('message', (_channel, text) =>
      this.receive(JSON.parse(text) as PublishedUpdates),
    );
    this.redis.subscriber.subscribe(Progress.channel(this.redis.prefix)).catch(() => undefined);
  }

  /** Lets those go who listen: an open stream would keep the server from closing. */
  beforeApplicationShutdown() {
    this.updates.complete();
  }

  /**
   * Whether these read models show the log up to a position, waiting up to two seconds for it. A position that the log has not
   * come to is nobody's write, and nothing that is waited for; nor is anything where MongoDB is known to be away.
   */
  async waitFor(position: string, readModels: readonly string[]): Promise<boolean> {
    const passed = () => readModels.every((name) => (this.positions.get(name) ?? '') >= position);
    if (passed()) return true;
    if (this.mongo.connection.isAway) return false;
    const shown = merge(this.updates, this.polls).pipe(
      filter(passed),
      map(() => true),
    );
    const never = timer(FAR_AFTER_MS).pipe(
      exhaustMap(() => this.isBeyondTheEnd(position)),
      filter((isBeyond) => isBeyond),
      map(() => false),
    );
    return firstValueFrom(merge(shown, never).pipe(timeout({ first: WAIT_MS }))).catch(() => false);
  }

  /** Also while the store does not answer, since then no read model comes any further. */
  private isBeyondTheEnd(position: string): Promise<boolean> {
    this.nextEnd ??= this.limit(async () => {
      this.nextEnd = null;
      return (await this.store.end()) ?? '';
    });
    return this.nextEnd.then(
      (end) => position > end,
      () => true,
    );
  }

  private receive(published: PublishedUpdates) {
    const updates = published.filter(
      ({ readModel, version }) => version === null || this.versions.get(readModel) === version,
    );
    if (updates.length === 0) return;
    for (const { readModel, position } of updates) this.advance(readModel, position);
    this.updates.next(updates);
  }

  private advance(readModel: string, position: string | null | undefined) {
    if (position && position > (this.positions.get(readModel) ?? ''))
      this.positions.set(readModel, position);
  }

  private async poll() {
    const checkpoints = await this.checkpoints.load().catch(() => new Map<string, never>());
    for (const [name, { live }] of checkpoints) this.advance(name, live?.position);
  }
}
