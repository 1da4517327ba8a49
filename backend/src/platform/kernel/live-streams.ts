import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { EventStore } from '../stores/event-store.js';
import { type StoredPosition, isInLog } from '../stores/log-identity.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { EventCodec } from './codec.js';
import { EVENT_SETS, type EventSet, keyErasuresIn } from './events.js';
import { Streams } from './streams.js';

const BATCH_SIZE = 500;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;
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
    private readonly eventStore: EventStore,
    private readonly streams: Streams,
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
    let lastSeen: StoredPosition | null = null;
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        // Cached states from a replaced log contain events that never happened.
        if (lastSeen && !(await isInLog(this.eventStore, lastSeen))) this.streams.forgetAll();
        for await (const { events, caughtUp } of this.eventStore.follow(
          categories,
          'end',
          BATCH_SIZE,
          signal,
        )) {
          const lastEvent = events.at(-1);
          if (lastEvent) lastSeen = { position: lastEvent.position, eventId: lastEvent.id };
          if (events.some(({ type }) => keyErasures.has(type))) {
            this.eventCodec.forgetKeys();
            this.streams.forgetAll();
          }
          await this.streams.apply(events);
          if (!caughtUp) continue;
          pauseMs = FIRST_PAUSE_MS;
          this.streams.subscribed = true;
        }
      } catch (error) {
        // The store's monitor already reports an outage once; logging each attempt would repeat it.
        if (!signal.aborted && !(error instanceof StoreUnavailable))
          this.logger.warn(`resubscribing at the end of the log: ${String(error)}`);
      }
      this.streams.subscribed = false;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }
}
