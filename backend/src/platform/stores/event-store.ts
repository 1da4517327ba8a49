import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  BACKWARDS,
  END,
  ErrorType,
  EventStoreDBClient,
  type JSONType,
  NO_STREAM,
  type ResolvedEvent,
  START,
  StreamNotFoundError,
  type StreamingRead,
  isCommandError,
  jsonEvent,
  streamNameFilter,
} from '@eventstore/db-client';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { ignoreLateAnswers } from './late-answers.js';
import { type Batch, batchesOf } from './log-subscription.js';
import { appendSeconds } from './metrics.js';
import { StoreUnavailable } from './store-unavailable.js';
import { StoreMonitor } from './store-monitor.js';
import { type EncodedEvent, type StoredEvent, asPosition, asStored } from './stored-event.js';

/** The stream was no longer at the revision that the decision was made on. */
export class RevisionConflict extends Error {}

/** A call is given up after so long, and a command, with all its tries, after so long. */
const ANSWER_WITHIN_MS = 1_500;
const COMMAND_WITHIN_MS = 5_000;
const TRY_AGAIN_MS = 50;
/** A stream is read in pages, each with its own time, so that a long one is no reason to give up. */
const PAGE = 500;
const KEEP_ALIVE_MS = 10_000;
const KEEP_ALIVE_ANSWER_MS = 2_000;
const GRPC_CANCELLED = 1;
const GRPC_UNAVAILABLE = 14;

const collect = async (reading: AsyncIterable<ResolvedEvent>): Promise<StoredEvent[]> => {
  const events: StoredEvent[] = [];
  try {
    for await (const resolved of reading) events.push(...asStored(resolved));
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return events;
};

class NoAnswer extends Error {}

/**
 * What says nothing of the call itself: whether it was carried out is not known, and the same call may be made again. A client
 * that is disposed of cancels what other calls still wait for, and has no type of its own for that.
 */
const isLost = (error: unknown): boolean => {
  if (error instanceof NoAnswer) return true;
  const { code } = error as { code?: unknown };
  if (code === GRPC_UNAVAILABLE || code === GRPC_CANCELLED) return true;
  if (!(error instanceof Error) || !isCommandError(error)) return false;
  const lost: readonly unknown[] = [
    ErrorType.UNAVAILABLE,
    ErrorType.NOT_LEADER,
    ErrorType.DEADLINE_EXCEEDED,
    ErrorType.TIMEOUT,
  ];
  return lost.includes(error.type);
};

/**
 * A link that died without a word is found out within twelve seconds; the client warns of asking more often than every ten.
 * gRPC shares connections between channels of equal options, so each new client waits a millisecond longer than the last.
 */
const withKeepAlive = (url: string, client: number): string => {
  if (/keepAlive/i.test(url)) return url;
  const timeout = KEEP_ALIVE_ANSWER_MS + (client % 1_000);
  return `${url}${url.includes('?') ? '&' : '?'}keepAliveInterval=${KEEP_ALIVE_MS}&keepAliveTimeout=${timeout}`;
};

/** The one place that speaks to EventStoreDB. One client a process, since its pending appends are shared by all clients. */
@Injectable()
export class EventStore implements OnApplicationShutdown {
  private readonly watch = new StoreMonitor('EventStoreDB');
  /** Clients that were disposed of: their running reads end without an error, with whatever had arrived. */
  private readonly disposed = new WeakSet<EventStoreDBClient>();
  private clients = 0;
  private client: EventStoreDBClient;
  private answeredAt = 0;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.client = this.connect();
  }

  /**
   * The events of a stream after a revision (-1: from the start), oldest first; none where there is no stream.
   * @throws StoreUnavailable
   */
  async read(stream: string, after = -1): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for (let last = after; ; last = events.at(-1)!.revision) {
      const page = await this.page(stream, last);
      events.push(...page);
      if (page.length < PAGE) return events;
    }
  }

  /**
   * Appends all events or none, if the stream still ends at `revision` (-1: does not exist). When the outcome of a try is
   * unknown it tries again, for five seconds in all, with the same event ids, which the store recognises: nothing is ever
   * written twice.
   * @returns the position of the last event; null where the store has stored these events before and does not tell.
   * @throws RevisionConflict; StoreUnavailable, after which the same ids may or may not be stored.
   */
  async append(
    stream: string,
    revision: number,
    events: readonly EncodedEvent[],
  ): Promise<string | null> {
    const expectedRevision = revision < 0 ? NO_STREAM : BigInt(revision);
    const proposed = events.map(({ id, type, data, metadata }) =>
      jsonEvent({
        id,
        type,
        data: data as Record<string, JSONType>,
        metadata: metadata as Record<string, JSONType>,
      }),
    );
    const stop = appendSeconds.startTimer();
    try {
      const { position } = await this.untilKnown(() =>
        this.inTime((client) => client.appendToStream(stream, proposed, { expectedRevision })),
      );
      stop({ outcome: 'stored' });
      return position ? asPosition(position.commit) : null;
    } catch (error) {
      const conflict = error instanceof Error && isCommandError(error) && isConflict(error);
      stop({ outcome: conflict ? 'conflict' : 'unknown' });
      throw conflict ? new RevisionConflict(stream) : unavailable(error);
    }
  }

  /**
   * Follows the log for ever, in batches of what has arrived, up to `size`: from after a position, from the start (null), or
   * from what is stored next (`end`). Only streams of these categories are seen. Ends by throwing when the store is lost, or
   * ends the subscription because its reader is too slow: the caller subscribes again from where it stands. A batch with
   * `caughtUp` ends the history, however fast new events come.
   * @throws StoreUnavailable where the store is lost
   */
  async *follow(
    categories: readonly string[],
    after: string | null | 'end',
    size: number,
    signal: AbortSignal,
  ): AsyncGenerator<Batch> {
    const fromPosition =
      after === null
        ? START
        : after === 'end'
          ? END
          : { commit: BigInt(after), prepare: BigInt(after) };
    const filter = streamNameFilter({ prefixes: categories.map((category) => `${category}-`) });
    const subscription = this.client.subscribeToAll(
      { fromPosition, filter },
      { highWaterMark: size },
    );
    try {
      for await (const batch of batchesOf(subscription, size, signal)) {
        this.answered();
        yield batch;
      }
    } catch (error) {
      if (!isLost(error)) throw error;
      this.watch.markUnreachable(error);
      throw unavailable(error);
    }
  }

  /** The position of the last event in the log, whoever wrote it; null where there is none. @throws StoreUnavailable */
  async end(): Promise<string | null> {
    const last = async (client: EventStoreDBClient) => {
      const reading = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
      let position: string | null = null;
      // Read to its end: the client waits for what was given up half-way when it is disposed of.
      for await (const resolved of reading) position = asStored(resolved)[0]?.position ?? position;
      return position;
    };
    try {
      return await this.inTime(last);
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Whether the last that was heard of the store is that it cannot be reached. */
  get isLost(): boolean {
    return this.watch.isUnavailable;
  }

  /** Whether the store answers a read in time. */
  async ping(): Promise<boolean> {
    return this.end().then(
      () => true,
      () => false,
    );
  }

  async onApplicationShutdown() {
    this.watch.stop();
    await this.dispose(this.client);
  }

  private connect(): EventStoreDBClient {
    const url = withKeepAlive(this.config.EVENTSTORE_URL, this.clients++);
    return ignoreLateAnswers(EventStoreDBClient.connectionString(url));
  }

  private async page(stream: string, after: number): Promise<StoredEvent[]> {
    const fromRevision = after < 0 ? START : BigInt(after + 1);
    try {
      return await this.untilKnown(async () => {
        let reading: StreamingRead<ResolvedEvent> | undefined;
        try {
          return await this.inTime((client) =>
            collect((reading = client.readStream(stream, { fromRevision, maxCount: PAGE }))),
          );
        } catch (error) {
          // An abandoned read must not continue in the background and pile up behind a slow store.
          void reading?.cancel().catch(() => undefined);
          throw error;
        }
      });
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Makes a call again until it is answered or its time is over: through the election of a new leader, or a stall. */
  private async untilKnown<T>(call: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + COMMAND_WITHIN_MS;
    for (let attempt = 1; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        const pause = TRY_AGAIN_MS * attempt;
        if (!isLost(error) || performance.now() + pause > deadline) throw error;
        await delay(pause);
      }
    }
  }

  /**
   * Runs one call on the current client and gives it ANSWER_WITHIN_MS.
   * @throws NoAnswer if the time is over, or if the client was disposed of before the call ended: the official client
   * ends canceled reads without an error, so that a partial result would look complete.
   */
  private async inTime<T>(call: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
    const { client } = this;
    const work = call(client);
    const started = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      // When this process was held up itself, an answer may be waiting to be read: it is read before the time counts as over.
      timer = setTimeout(
        () => setImmediate(reject, new NoAnswer('no answer in time')),
        ANSWER_WITHIN_MS,
      );
    });
    try {
      const result = await Promise.race([work, late]);
      if (this.disposed.has(client)) throw new NoAnswer('the client was replaced during the call');
      this.answered();
      return result;
    } catch (error) {
      if (isLost(error)) this.watch.markUnreachable(error);
      else this.answered();
      if (error instanceof NoAnswer && this.answeredAt < started) this.reconnect(client);
      throw error;
    } finally {
      clearTimeout(timer);
      work.catch(() => undefined);
    }
  }

  private answered() {
    this.answeredAt = performance.now();
    this.watch.markReachable();
  }

  /** A server that is frozen or cut off keeps its connections open: only a new one finds the leader that took its place. */
  private reconnect(silent: EventStoreDBClient) {
    if (this.client !== silent) return;
    this.client = this.connect();
    this.dispose(silent).catch(() => undefined);
  }

  private async dispose(client: EventStoreDBClient) {
    this.disposed.add(client);
    await client.dispose();
  }
}

const isConflict = ({ type }: { type: string }): boolean =>
  type === ErrorType.WRONG_EXPECTED_VERSION;

const unavailable = (cause: unknown): StoreUnavailable =>
  new StoreUnavailable('EventStoreDB', { cause });
