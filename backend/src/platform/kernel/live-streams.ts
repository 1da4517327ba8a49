import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { EventCodec } from './codec.js';
import { EVENT_SETS, type EventSet, keyErasuresIn } from './events.js';
import { LogFeed } from './log-feed.js';
import { StreamCache } from './stream-cache.js';

/** Projectors are not listed, because they make no decisions. */
const decidingRoles = ['api', 'worker'] as const;

/**
 * Subscribes deciding processes to the live categories, so their cached streams stay fresh. The
 * deletion of a key empties the whole cache, because a cached state does not record whose data it
 * contains. While the subscription is down, each decision reads the store.
 */
@Injectable()
export class LiveStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('streams');
  private readonly stopController = new AbortController();
  private followTask: Promise<void> = Promise.resolve();

  constructor(
    private readonly logFeed: LogFeed,
    private readonly streamCache: StreamCache,
    private readonly eventCodec: EventCodec,
    @Inject(EVENT_SETS) private readonly eventSets: readonly EventSet[],
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap() {
    if (decidingRoles.some((role) => this.config.ROLES.includes(role)))
      this.followTask = this.follow();
  }

  async beforeApplicationShutdown() {
    this.stopController.abort();
    await this.followTask;
  }

  private async follow() {
    const { signal } = this.stopController;
    const keyErasures = keyErasuresIn(this.eventSets);
    const categories = this.eventSets
      .filter(({ live }) => live)
      .flatMap((eventSet) => eventSet.categories);
    while (!signal.aborted) {
      try {
        for await (const { events, isCurrent } of this.logFeed.follow(categories, 'end', signal)) {
          if (events.some(({ type }) => keyErasures.has(type))) {
            this.eventCodec.forgetKeys();
            this.streamCache.forgetAll();
          }
          await this.streamCache.apply(events);
          this.streamCache.subscribed = isCurrent;
        }
      } catch (error) {
        this.logger.warn(`Dropping all cached streams: ${String(error)}`);
        // A replaced log lacks events of cached states, and an erasure may have been missed.
        this.eventCodec.forgetKeys();
        this.streamCache.forgetAll();
      }
      this.streamCache.subscribed = false;
    }
  }
}
