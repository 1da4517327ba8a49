import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  EventStoreDBClient,
  type JSONType,
  NO_STREAM,
  type ReadAllOptions,
  type ResolvedEvent,
  START,
  StreamNotFoundError,
  type StreamingRead,
  jsonEvent,
  streamNameFilter,
} from '@eventstore/db-client';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import {
  NoResponse,
  isConflict,
  isInvalidPosition,
  isReaderTooSlow,
  isUnknownOutcome,
} from './event-store-errors.js';
import { isCluster, withTimeouts } from './event-store-url.js';
import { ignoreLateResponses } from './late-responses.js';
import { type Batch, batchesOf } from './log-subscription.js';
import { appendSeconds, slowSubscriptionCount } from './metrics.js';
import { StoreUnavailable } from './store-unavailable.js';
import { StoreMonitor } from './store-monitor.js';
import { type EncodedEvent, type StoredEvent, asPosition, asStored } from './stored-event.js';

/** Another writer appended to the stream after the decision read it. */
export class RevisionConflict extends Error {}

const RETRY_DELAY_MS = 50;
/** Streams are read in pages, each with its own timeout, so a long stream cannot time out. */
const PAGE_SIZE = 500;
/** With a single server, the pause between two reconnects grows to this many call timeouts. */
const MAX_RECONNECT_CALLS = 4;

const collectEvents = async (
  eventStream: AsyncIterable<Parameters<typeof asStored>[0]>,
): Promise<StoredEvent[]> => {
  const events: StoredEvent[] = [];
  try {
    for await (const resolved of eventStream) events.push(...asStored(resolved));
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return events;
};

/**
 * The only client of EventStoreDB. A process has one, because all clients share their pending
 * appends.
 */
@Injectable()
export class EventStore implements OnApplicationShutdown {
  private readonly storeMonitor = new StoreMonitor('EventStoreDB');
  /**
   * Disposed clients end running reads early without an error, so their results may be incomplete.
   */
  private readonly disposedClients = new WeakSet<EventStoreDBClient>();
  private clientCount = 0;
  private client: EventStoreDBClient;
  private respondedAt = 0;
  private reconnectedAt = 0;
  private reconnectPauseMs = 0;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.client = this.connect();
  }

  /**
   * Reads the events after a revision (-1: all), oldest first. Returns none if the stream does not
   * exist.
   * @throws StoreUnavailable
   */
  async read(stream: string, afterRevision = -1): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for (let last = afterRevision; ; last = events.at(-1)!.revision) {
      const page = await this.page(stream, last);
      events.push(...page);
      if (page.length < PAGE_SIZE) return events;
    }
  }

  /**
   * Appends all events or none if the stream is at `revision` (-1: it does not exist). Retries an
   * unknown outcome with the same ids, which the store deduplicates.
   * @returns the position of the last event; null if an earlier attempt stored it and the store
   *   does not report the position
   * @throws RevisionConflict; StoreUnavailable, after which the events may or may not be stored
   */
  async append(
    stream: string,
    revision: number,
    events: readonly EncodedEvent[],
  ): Promise<string | null> {
    const expectedRevision = revision < 0 ? NO_STREAM : BigInt(revision);
    const esdbEvents = events.map(({ id, type, data, metadata }) =>
      jsonEvent({
        id,
        type,
        data: data as Record<string, JSONType>,
        metadata: metadata as Record<string, JSONType>,
      }),
    );
    const stopTimer = appendSeconds.startTimer();
    try {
      const { position } = await this.retryUntilKnown(() =>
        this.callInTime((client) =>
          client.appendToStream(stream, esdbEvents, { expectedRevision }),
        ),
      );
      stopTimer({ outcome: 'stored' });
      return position ? asPosition(position.commit) : null;
    } catch (error) {
      const isConflicting = isConflict(error);
      stopTimer({ outcome: isConflicting ? 'conflict' : 'unknown' });
      throw isConflicting ? new RevisionConflict(stream) : unavailable(error);
    }
  }

  /**
   * Follows the log after a position, from the start (null), or from the `end`, and continues if
   * the store ends a slow reader. `caughtUp` marks the end of the history.
   * @throws StoreUnavailable if the connection or the subscription is lost; then subscribe again
   *   after the last event.
   */
  async *follow(
    categories: readonly string[],
    afterPosition: string | null | 'end',
    size: number,
    abortSignal: AbortSignal,
  ): AsyncGenerator<Batch> {
    const filter = streamNameFilter({ prefixes: categories.map((category) => `${category}-`) });
    for (let lastPosition = afterPosition; ;) {
      const startPosition = lastPosition;
      const { client } = this;
      const subscription = client.subscribeToAll(
        { fromPosition: subscriptionStart(startPosition), filter },
        { highWaterMark: size },
      );
      try {
        for await (const batch of batchesOf(subscription, size, abortSignal)) {
          this.markAnswered();
          lastPosition = batch.events.at(-1)?.position ?? lastPosition;
          yield batch;
        }
        return;
      } catch (error) {
        const isTooSlow = isReaderTooSlow(error);
        if (isTooSlow) slowSubscriptionCount.inc();
        else if (isUnknownOutcome(error)) this.storeMonitor.markUnreachable(error);
        else if (!this.disposedClients.has(client)) throw error;
        if (!isTooSlow || lastPosition === startPosition) throw unavailable(error);
      }
    }
  }

  /**
   * Like `follow`, but first reads the history in pages, one page ahead, and then subscribes. The
   * reader sets the pace, so the store never ends the subscription during the history.
   * @throws StoreUnavailable; then continue after the last event
   */
  async *readAndFollow(
    categories: readonly string[],
    afterPosition: string | null,
    size: number,
    abortSignal: AbortSignal,
  ): AsyncGenerator<Batch> {
    const prefixes = categories.map((category) => `${category}-`);
    const isRead = (stream: string) => prefixes.some((prefix) => stream.startsWith(prefix));
    let position = afterPosition;
    let nextPage = this.logPage(position, size);
    for (let page = await nextPage; page.length > 0; page = await nextPage) {
      if (abortSignal.aborted) return;
      position = page.at(-1)!.position;
      nextPage = this.logPage(position, size);
      nextPage.catch(() => undefined);
      const events = page.filter(({ stream }) => isRead(stream));
      if (events.length > 0) yield { events, caughtUp: false };
    }
    yield* this.follow(categories, position, size, abortSignal);
  }

  /**
   * The position of the last event by any writer; null if the log is empty.
   * @throws StoreUnavailable
   */
  async readLogEnd(): Promise<string | null> {
    return (await this.readLastEvent())?.position ?? null;
  }

  /**
   * The last event by any writer; null if the log is empty.
   * @throws StoreUnavailable
   */
  async readLastEvent(): Promise<StoredEvent | null> {
    try {
      return await this.readOne({ direction: BACKWARDS, fromPosition: END });
    } catch (error) {
      throw unavailable(error);
    }
  }

  /**
   * The event at a position. Null if there is none; if the position is between two events, possibly
   * the next event.
   * @throws StoreUnavailable
   */
  async readAt(position: string): Promise<StoredEvent | null> {
    try {
      return await this.readOne({ fromPosition: logPosition(position) });
    } catch (error) {
      if (isInvalidPosition(error)) return null;
      throw unavailable(error);
    }
  }

  /** Whether the last call failed to reach the store. */
  get isLost(): boolean {
    return this.storeMonitor.isUnavailable;
  }

  /** Whether the store responds to a read in time. */
  async ping(): Promise<boolean> {
    return this.readLogEnd().then(
      () => true,
      () => false,
    );
  }

  async onApplicationShutdown() {
    this.storeMonitor.stopMonitoring();
    await this.disposeClient(this.client);
  }

  private connect(): EventStoreDBClient {
    const url = withTimeouts(this.config.EVENTSTORE_URL, this.clientCount++);
    return ignoreLateResponses(EventStoreDBClient.connectionString(url));
  }

  private page(stream: string, afterRevision: number): Promise<StoredEvent[]> {
    const fromRevision = afterRevision < 0 ? START : BigInt(afterRevision + 1);
    return this.readPage((client) =>
      client.readStream(stream, { fromRevision, maxCount: PAGE_SIZE }),
    );
  }

  /** The events of all writers after a position. The client cannot filter these reads. */
  private async logPage(afterPosition: string | null, size: number): Promise<StoredEvent[]> {
    if (afterPosition === null)
      return this.readPage((client) => client.readAll({ fromPosition: START, maxCount: size }));
    const options = { fromPosition: logPosition(afterPosition), maxCount: size + 1 };
    const events = await this.readPage((client) => client.readAll(options));
    return events.filter(({ position }) => position > afterPosition);
  }

  private async readPage(
    open: (client: EventStoreDBClient) => StreamingRead<ResolvedEvent | AllStreamResolvedEvent>,
  ): Promise<StoredEvent[]> {
    try {
      return await this.retryUntilKnown(async () => {
        let eventStream: ReturnType<typeof open> | undefined;
        try {
          return await this.callInTime((client) => collectEvents((eventStream = open(client))));
        } catch (error) {
          // An abandoned read must not continue in the background, or reads would pile up behind a
          // slow store.
          void eventStream?.cancel().catch(() => undefined);
          throw error;
        }
      });
    } catch (error) {
      throw unavailable(error);
    }
  }

  private async readOne(options: ReadAllOptions): Promise<StoredEvent | null> {
    // Read to the end, because dispose() waits for reads that were abandoned early.
    const events = await this.callInTime((client) =>
      collectEvents(client.readAll({ ...options, maxCount: 1 })),
    );
    return events[0] ?? null;
  }

  /**
   * Repeats a call until its outcome is known (for example, after an election) or the time is up.
   */
  private async retryUntilKnown<T>(call: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.config.EVENTSTORE_COMMAND_TIMEOUT_MS;
    for (let attempt = 1; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        const retryDelay = RETRY_DELAY_MS * attempt;
        if (!isUnknownOutcome(error) || performance.now() + retryDelay > deadline) throw error;
        await delay(retryDelay);
      }
    }
  }

  /**
   * Runs one call on the current client within EVENTSTORE_CALL_TIMEOUT_MS.
   * @throws NoResponse if the time is up, or if the client was disposed of before the call ended: the
   *   official client ends canceled reads without an error, so a partial result would look
   *   complete.
   */
  private async callInTime<T>(call: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
    const { client } = this;
    const pendingCall = call(client);
    const startTime = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const timeoutPromise = new Promise<never>((_, reject) => {
      // If this process was blocked, the response may already have arrived, so process it before
      // giving up.
      timer = setTimeout(
        () => setImmediate(reject, new NoResponse('no response in time')),
        this.config.EVENTSTORE_CALL_TIMEOUT_MS,
      );
    });
    try {
      const result = await Promise.race([pendingCall, timeoutPromise]);
      if (this.disposedClients.has(client))
        throw new NoResponse('the client was replaced during the call');
      this.markAnswered();
      return result;
    } catch (error) {
      if (isUnknownOutcome(error)) this.storeMonitor.markUnreachable(error);
      else this.markAnswered();
      if (error instanceof NoResponse && this.respondedAt < startTime) this.reconnect(client);
      throw error;
    } finally {
      clearTimeout(timer);
      pendingCall.catch(() => undefined);
    }
  }

  private markAnswered() {
    this.respondedAt = performance.now();
    this.reconnectPauseMs = 0;
    this.storeMonitor.markReachable();
  }

  /**
   * Replaces the client, because a frozen server keeps its connections open and only a new one
   * finds the new leader. Growing pauses keep connections from piling up at a single slow server.
   */
  private reconnect(silentClient: EventStoreDBClient) {
    const { EVENTSTORE_URL, EVENTSTORE_CALL_TIMEOUT_MS } = this.config;
    const sinceReconnect = performance.now() - this.reconnectedAt;
    if (this.client !== silentClient || sinceReconnect < this.reconnectPauseMs) return;
    this.reconnectedAt = performance.now();
    this.reconnectPauseMs = isCluster(EVENTSTORE_URL)
      ? EVENTSTORE_CALL_TIMEOUT_MS
      : Math.min(
          Math.max(2 * this.reconnectPauseMs, EVENTSTORE_CALL_TIMEOUT_MS),
          MAX_RECONNECT_CALLS * EVENTSTORE_CALL_TIMEOUT_MS,
        );
    this.client = this.connect();
    this.disposeClient(silentClient).catch(() => undefined);
  }

  private async disposeClient(client: EventStoreDBClient) {
    this.disposedClients.add(client);
    await client.dispose();
  }
}

const logPosition = (position: string) => ({
  commit: BigInt(position),
  prepare: BigInt(position),
});

const subscriptionStart = (position: string | null | 'end') => {
  if (position === null) return START;
  return position === 'end' ? END : logPosition(position);
};

const unavailable = (cause: unknown): StoreUnavailable =>
  new StoreUnavailable('EventStoreDB', { cause });
