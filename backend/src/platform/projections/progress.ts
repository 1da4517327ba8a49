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
import { CONFIG, type Config } from '../../config.js';
import { EventStore } from '../stores/event-store.js';
import { Mongo } from '../stores/mongo.js';
import { RedisClient } from '../stores/redis.js';
import { Checkpoints } from './checkpoints.js';
import { type AnyProjection, PROJECTIONS } from './projection.js';
import { Readers } from './readers.js';

/** A changed document, and the ids of the users who may see it; null means everyone. */
export type DocumentChange = Readonly<{ id: string; audience: readonly string[] | null }>;

/** The positions and changes of read models, published after each batch. */
export type ReadModelUpdates = readonly Readonly<{
  readModel: string;
  position: string;
  /** The seconds from storing the newest event to showing it. */
  lagSeconds: number;
  changes: readonly DocumentChange[];
}>[];

/**
 * The published form. It includes the read model's version, because releases may run different
 * versions. Derived tables have no version.
 */
export type PublishedUpdates = readonly (ReadModelUpdates[number] &
  Readonly<{ version: number | null }>)[];

const POLL_INTERVAL_MS = 200;
/**
 * By then, most writes are shown, so only the remaining ones are compared with the end of the log.
 */
const END_CHECK_DELAY_MS = 50;

/**
 * Tracks the positions of all read models from updates, and polls the checkpoints in case an update
 * was missed. Reads that must show a write wait here.
 */
@Injectable()
export class Progress implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly updates = new Subject<ReadModelUpdates>();
  private readonly positions = new Map<string, string>();
  private readonly versions: ReadonlyMap<string, number>;
  private readonly endLimit = pLimit(1);
  private pendingEnd: Promise<string> | null = null;
  /** All waiting reads share one poll, which catches lost updates. */
  private readonly checkpointPolls = timer(0, POLL_INTERVAL_MS).pipe(
    exhaustMap(() => this.pollCheckpoints()),
    share(),
  );

  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly redisClient: RedisClient,
    private readonly eventStore: EventStore,
    private readonly mongoStore: Mongo,
    private readonly readers: Readers,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PROJECTIONS) projections: readonly AnyProjection[],
  ) {
    this.versions = new Map(projections.map(({ name, version }) => [name, version]));
  }

  static channel(prefix: string): string {
    return `${prefix}:updates`;
  }

  /** Does not wait for Redis, because reads without a session work without it. */
  onApplicationBootstrap() {
    const updatesChannel = Progress.channel(this.redisClient.keyPrefix);
    this.redisClient.subscriber.on('message', (channel, message) => {
      if (channel === updatesChannel) this.receiveUpdates(JSON.parse(message) as PublishedUpdates);
    });
    this.redisClient.subscriber.subscribe(updatesChannel).catch(() => undefined);
  }

  /** Ends open streams, which would otherwise keep the server from closing. */
  beforeApplicationShutdown() {
    this.updates.complete();
  }

  /**
   * Waits up to FRESH_READ_TIMEOUT_MS until the read models show a position. Returns whether they
   * do. Returns false immediately for a position beyond the end of the log, or if MongoDB is down.
   */
  async waitFor(position: string, readModels: readonly string[]): Promise<boolean> {
    const hasPassed = () =>
      readModels.every((name) => (this.positions.get(name) ?? '') >= position);
    if (hasPassed()) return true;
    if (this.mongoStore.connection.isAway) return false;
    this.readers.announce();
    const positionShown = merge(this.updates, this.checkpointPolls).pipe(
      filter(hasPassed),
      map(() => true),
    );
    const neverShown = timer(END_CHECK_DELAY_MS).pipe(
      exhaustMap(() => this.isBeyondTheEnd(position)),
      filter((isBeyond) => isBeyond),
      map(() => false),
    );
    return firstValueFrom(
      merge(positionShown, neverShown).pipe(timeout({ first: this.config.FRESH_READ_TIMEOUT_MS })),
    ).catch(() => false);
  }

  /** Also true if the store is down, because then no read model advances. */
  private isBeyondTheEnd(position: string): Promise<boolean> {
    this.pendingEnd ??= this.endLimit(async () => {
      this.pendingEnd = null;
      return (await this.eventStore.readLogEnd()) ?? '';
    });
    return this.pendingEnd.then(
      (end) => position > end,
      () => true,
    );
  }

  private receiveUpdates(published: PublishedUpdates) {
    const updates = published.filter(
      ({ readModel, version }) => version === null || this.versions.get(readModel) === version,
    );
    if (updates.length === 0) return;
    // A read model that was rebuilt after the log was rolled back has a lower position.
    for (const { readModel, position } of updates) this.positions.set(readModel, position);
    this.updates.next(updates);
  }

  private async pollCheckpoints() {
    const checkpoints = await this.checkpoints.loadAll().catch(() => new Map<string, never>());
    for (const [name, { live }] of checkpoints) {
      const position = live?.position ?? '';
      if (!live || position > (this.positions.get(name) ?? '')) this.positions.set(name, position);
    }
  }
}
