import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  ErrorType,
  EventStoreDBClient,
  NO_STREAM,
  START,
  StreamNotFoundError,
  type ResolvedEvent,
  type JSONType,
  isCommandError,
  jsonEvent,
  streamNameFilter,
} from '@eventstore/db-client';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../config.js';
import type { EncodedEvent, StoredEvent } from './codec.js';
import { DomainError } from './domain-error.js';
import { appendSeconds } from './metrics.js';

/** The stream was no longer at the revision that the decision was made on. */
export class RevisionConflict extends Error {}

const ANSWER_WITHIN_MS = 1_500;
const APPEND_TRIES = 3;
const KEEP_ALIVE_MS = 10_000;
const KEEP_ALIVE_ANSWER_MS = 2_000;
const GRPC_UNAVAILABLE = 14;

/** A batch of a subscription: events in log order, or none when the subscription has just caught up. */
export type Batch = Readonly<{ events: readonly StoredEvent[]; caughtUp: boolean }>;

const asPosition = (commit: bigint): string => commit.toString().padStart(20, '0');

const asStored = (resolved: Pick<ResolvedEvent, 'event'> | AllStreamResolvedEvent): StoredEvent[] => {
  const { event } = resolved;
  if (!event) return [];
  const { id, type, data, metadata, streamId, revision, created } = event;
  const position = asPosition('position' in event && event.position ? event.position.commit : 0n);
  const storedAt = created.getTime();
  return [{ id, type, data, metadata, stream: streamId, revision: Number(revision), position, storedAt }];
};

/** The store answers too late or not at all: nothing is known about what was being written. */
const unavailable = (cause: unknown) =>
  new DomainError(
    'store_unavailable',
    'Courtly cannot reach its records right now. Please try again in a moment.',
    undefined,
    {
      cause,
    },
  );

/** While the server is away the client may let the transport's own error through. */
const isConnectionFailure = (error: unknown): boolean => (error as { code?: unknown }).code === GRPC_UNAVAILABLE;

const withinTime = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // When this process was held up itself, an answer may be waiting to be read: it is read before the time counts as over.
    timer = setTimeout(() => setImmediate(reject, new Error('no answer in time')), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
};

/** A link that died without a word is found out within twelve seconds; the client warns of asking more often than every ten. */
const withKeepAlive = (url: string): string => {
  if (/keepAlive/i.test(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}keepAliveInterval=${KEEP_ALIVE_MS}&keepAliveTimeout=${KEEP_ALIVE_ANSWER_MS}`;
};

/** The one place that speaks to EventStoreDB. One client a process, since its pending appends are shared by all clients. */
@Injectable()
export class EventStore implements OnApplicationShutdown {
  private readonly client: EventStoreDBClient;

  constructor(@Inject(CONFIG) config: Config) {
    this.client = EventStoreDBClient.connectionString(withKeepAlive(config.EVENTSTORE_URL));
  }

  /** The events of a stream after a revision (-1: from the start), oldest first; none where there is no stream. */
  async read(stream: string, after = -1): Promise<StoredEvent[]> {
    const collect = async () => {
      const events: StoredEvent[] = [];
      try {
        for await (const resolved of this.client.readStream(stream, {
          fromRevision: after < 0 ? START : BigInt(after + 1),
        }))
          events.push(...asStored(resolved));
      } catch (error) {
        if (!(error instanceof StreamNotFoundError)) throw error;
      }
      return events;
    };
    try {
      return await withinTime(collect());
    } catch (error) {
      throw unavailable(error);
    }
  }

  /**
   * Appends all events or none, if the stream still ends at `revision` (-1: does not exist). When the outcome of a try is
   * unknown it tries again with the same event ids, which the store recognises, so nothing is ever written twice.
   * @returns the position of the last event.
   * @throws RevisionConflict; DomainError store_unavailable, after which the same ids may or may not be stored.
   */
  async append(stream: string, revision: number, events: readonly EncodedEvent[]): Promise<string> {
    const expectedRevision = revision < 0 ? NO_STREAM : BigInt(revision);
    const proposed = events.map(({ id, type, data, metadata }) =>
      jsonEvent({ id, type, data: data as Record<string, JSONType>, metadata: { ...metadata } }),
    );
    const stop = appendSeconds.startTimer();
    for (let attempt = 1; ; attempt++) {
      try {
        const { position } = await withinTime(this.client.appendToStream(stream, proposed, { expectedRevision }));
        stop({ outcome: 'stored' });
        return asPosition(position?.commit ?? 0n);
      } catch (error) {
        const type = error instanceof Error && isCommandError(error) ? error.type : undefined;
        if (type === ErrorType.WRONG_EXPECTED_VERSION) {
          stop({ outcome: 'conflict' });
          throw new RevisionConflict(stream);
        }
        const lost = type === ErrorType.UNAVAILABLE || type === ErrorType.CANCELLED || isConnectionFailure(error);
        if (!lost || attempt === APPEND_TRIES) {
          stop({ outcome: 'unknown' });
          throw unavailable(error);
        }
        await delay(50 * attempt);
      }
    }
  }

  /**
   * Follows the log from after a position (null: from the start) for ever, in batches of what has arrived, up to `size`.
   * Only streams of these categories are seen. Ends by throwing when the store is lost: the caller subscribes again from
   * where it stands. A batch with `caughtUp` ends the history, however fast new events come.
   */
  async *follow(
    categories: readonly string[],
    after: string | null,
    size: number,
    signal: AbortSignal,
  ): AsyncGenerator<Batch> {
    const from = after === null ? START : { commit: BigInt(after), prepare: BigInt(after) };
    const filter = streamNameFilter({ prefixes: categories.map((category) => `${category}-`) });
    const subscription = this.client.subscribeToAll({ fromPosition: from, filter }, { highWaterMark: size });
    let caughtUp = false;
    let failure: unknown;
    let wake: () => void = () => undefined;
    const stop = () => wake();
    subscription
      .on('caughtUp', () => ((caughtUp = true), wake()))
      .on('readable', () => wake())
      .on('error', (error) => ((failure = error), wake()))
      .on('end', () => ((failure ??= new Error('the subscription ended')), wake()));
    signal.addEventListener('abort', stop);
    try {
      while (!signal.aborted) {
        const events: StoredEvent[] = [];
        // Everything that came before the store said so is waiting here, so a batch that empties it ends the history.
        const ending = caughtUp;
        for (let next = subscription.read(); next; next = events.length < size ? subscription.read() : null)
          events.push(...asStored(next));
        const ended = ending && events.length < size;
        if (ended) caughtUp = false;
        if (events.length > 0 || ended) yield { events, caughtUp: ended };
        else if (failure) throw failure;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', stop);
      subscription.unsubscribe().catch(() => undefined);
    }
  }

  /** Whether the store answers a read in time. */
  async answers(): Promise<boolean> {
    const probe = async () => {
      for await (const _ of this.client.readAll({ direction: BACKWARDS, fromPosition: 'end', maxCount: 1 }));
    };
    return withinTime(probe()).then(
      () => true,
      () => false,
    );
  }

  async onApplicationShutdown() {
    await this.client.dispose();
  }
}
