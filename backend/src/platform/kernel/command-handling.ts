import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStore, RevisionConflict } from '../stores/event-store.js';
import { type EncodedFields, EventCodec } from './codec.js';
import type { CommandContext } from './context.js';
import type { Decider, Fold, Message } from './decider.js';
import {
  type AnyDecider,
  type Decision,
  type ProposedEvent,
  assertSameRequest,
  decideInOrder,
} from './deciding.js';
import { DomainError } from './domain-error.js';
import type { RecordedEvent } from './events.js';
import { Ids } from './ids.js';
import {
  type HandledCommand,
  type StreamState,
  StreamCache,
  recordHandled,
  emptyStream,
} from './stream-cache.js';

/**
 * The result of a command: its events (on a retry, those of the first attempt), the state after
 * them, and the position that a read model must reach to show the events; null if nothing was
 * written.
 */
export type CommandOutcome<State, E extends Message = Message> = Readonly<{
  state: State;
  events: readonly RecordedEvent<E>[];
  position: string | null;
}>;

type QueuedCommand = Readonly<{
  command: Message;
  context: CommandContext;
  resolve(handled: CommandOutcome<never, never>): void;
  reject(error: unknown): void;
}>;

type EncodedProposal = Readonly<{ event: ProposedEvent; encoded: EncodedFields }>;

const MAX_BATCH = 64;
const MAX_TRIES = 8;

/**
 * Folds a stream, decides, and appends at the folded revision. Commands for one stream wait in its
 * mailbox and share one append, so a thousand requests for one hour cost one write. Between
 * processes, the expected revision decides which append succeeds; the loser reads and decides
 * again.
 */
@Injectable()
export class CommandHandling {
  private readonly mailboxes = new Map<string, QueuedCommand[]>();

  constructor(
    private readonly eventStore: EventStore,
    private readonly eventCodec: EventCodec,
    private readonly streamCache: StreamCache,
    private readonly ids: Ids,
  ) {}

  /** Spreads out writers that compete for a stream. Simulations replace this with a step. */
  pauseBeforeRetry(attempt: number): Promise<void> {
    return delay(Math.random() * 2 ** attempt);
  }

  /**
   * Decides a command on the stream `<category>-<id>` and stores its events.
   * @throws DomainError from the decider; `idempotency_mismatch` if the id belongs to another
   *   command; `conflict` if other writers keep winning; StoreUnavailable if the outcome is unknown
   */
  handle<State, C extends Message, E extends Message>(
    decider: Decider<State, C, E>,
    id: string,
    command: C,
    context: CommandContext,
  ): Promise<CommandOutcome<State, E>> {
    const streamName = `${decider.category}-${id}`;
    return new Promise((resolve, reject) => {
      const queuedCommand = { command, context, resolve, reject };
      const mailbox = this.mailboxes.get(streamName);
      if (mailbox) return void mailbox.push(queuedCommand);
      this.mailboxes.set(streamName, [queuedCommand]);
      void this.drainMailbox(streamName, decider as unknown as AnyDecider);
    });
  }

  /**
   * Returns the result of an earlier command with this id, or null, so that a retry skips other
   * checks. Commands without a fingerprint have no idempotency key and always get null.
   */
  async findHandled<State, E extends Message>(
    fold: Fold<State, E>,
    id: string,
    context: CommandContext,
  ): Promise<CommandOutcome<State, E> | null> {
    if (context.fingerprint === '') return null;
    const streamName = `${fold.category}-${id}`;
    const { state, done } = await this.streamCache.reload(fold, streamName);
    const handledBefore = done.get(context.commandId);
    if (!handledBefore) return null;
    assertSameRequest(handledBefore.fingerprint, context);
    const events = await this.readEventsOf(streamName, handledBefore);
    return {
      state,
      events: events as unknown as RecordedEvent<E>[],
      position: handledBefore.position,
    };
  }

  private async drainMailbox(streamName: string, decider: AnyDecider) {
    const mailbox = this.mailboxes.get(streamName)!;
    while (mailbox.length > 0) {
      const batch = mailbox.splice(0, MAX_BATCH);
      try {
        await this.decideTogether(streamName, decider, batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.mailboxes.delete(streamName);
  }

  /**
   * Decides on the cached stream first; the expected revision detects a stale cache. Refusals and
   * "already done" results append nothing, so they are decided again on a fresh read.
   */
  private async decideTogether(
    streamName: string,
    decider: AnyDecider,
    batch: readonly QueuedCommand[],
  ) {
    let pendingCommands = batch;
    let cachedState: StreamState<unknown> | undefined =
      this.streamCache.remembered(decider, streamName) ?? emptyStream(decider);
    let isFreshRead = false;
    for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
      const baseState: StreamState<unknown> =
        cachedState ?? (await this.streamCache.reload(decider, streamName));
      isFreshRead ||= cachedState === undefined;
      cachedState = undefined;
      const { decisions, state } = decideInOrder(
        decider,
        streamName,
        pendingCommands,
        baseState,
        this.ids,
      );
      if (
        !isFreshRead &&
        decisions.some((decision) => 'error' in decision || decision.proposedEvents.length === 0)
      )
        continue;
      const { events, failed } = await this.encodeEvents(pendingCommands, decisions);
      if (failed.size > 0) {
        // A command that cannot be encoded fails alone; the others are decided without it.
        for (const [{ reject }, reason] of failed) reject(reason);
        pendingCommands = pendingCommands.filter((queuedCommand) => !failed.has(queuedCommand));
        cachedState = baseState;
        continue;
      }
      try {
        const appended = await this.appendEvents(
          decider,
          streamName,
          { ...baseState, state },
          events,
        );
        return await this.resolveCommands(streamName, pendingCommands, decisions, appended);
      } catch (error) {
        if (!(error instanceof RevisionConflict)) {
          this.streamCache.forget(decider, streamName);
          throw error;
        }
        cachedState = await this.streamCache.reload(decider, streamName);
        isFreshRead = true;
        if (cachedState.revision === baseState.revision) {
          // The store was restored from a backup that is older than the cache.
          this.streamCache.forget(decider, streamName);
          cachedState = undefined;
        }
        await this.pauseBeforeRetry(attempt);
      }
    }
    throw new DomainError('conflict', 'Someone else is changing this right now. Please try again.');
  }

  private async encodeEvents(
    pendingCommands: readonly QueuedCommand[],
    decisions: readonly Decision[],
  ) {
    const encodeOne = async (proposedEvent: ProposedEvent): Promise<EncodedProposal> => ({
      event: proposedEvent,
      encoded: await this.eventCodec.encode(
        proposedEvent,
        proposedEvent.id,
        proposedEvent.metadata,
      ),
    });
    const encodingResults = await Promise.allSettled(
      decisions.map((decision) =>
        Promise.all('error' in decision ? [] : decision.proposedEvents.map(encodeOne)),
      ),
    );
    return {
      events: encodingResults.flatMap((result) =>
        result.status === 'fulfilled' ? result.value : [],
      ),
      failed: new Map(
        encodingResults.flatMap((result, index) =>
          result.status === 'rejected' ? [[pendingCommands[index]!, result.reason as unknown]] : [],
        ),
      ),
    };
  }

  /**
   * Appends the events and caches the new state. All events count as stored at the last position.
   */
  private async appendEvents(
    decider: AnyDecider,
    streamName: string,
    baseState: StreamState<unknown>,
    encodedEvents: readonly EncodedProposal[],
  ) {
    if (encodedEvents.length === 0) return { done: baseState.done, events: [] };
    const lastRevision = baseState.revision + encodedEvents.length;
    const storedPosition = await this.eventStore.append(
      streamName,
      baseState.revision,
      encodedEvents.map(({ encoded }) => encoded),
    );
    const position =
      storedPosition ?? (await this.streamCache.events(streamName, lastRevision - 1))[0]!.position;
    const events = encodedEvents.map(({ event, encoded: { metadata } }, index) => ({
      ...event,
      metadata,
      stream: streamName,
      revision: baseState.revision + 1 + index,
      position,
    }));
    const handledCommands = recordHandled(baseState.done, events);
    this.streamCache.remember(decider, streamName, {
      ...baseState,
      revision: lastRevision,
      done: handledCommands,
    });
    return { done: handledCommands, events };
  }

  private async resolveCommands(
    streamName: string,
    pendingCommands: readonly QueuedCommand[],
    decisions: readonly Decision[],
    {
      done,
      events,
    }: Readonly<{ done: StreamState<unknown>['done']; events: readonly RecordedEvent[] }>,
  ) {
    const eventsByCommand = Map.groupBy(events, ({ metadata }) => metadata.command);
    await Promise.all(
      pendingCommands.map(async ({ context, resolve, reject }, index) => {
        const decision = decisions[index]!;
        if ('error' in decision) return reject(decision.error);
        const { state } = decision;
        const handledBefore = done.get(context.commandId);
        const commandEvents =
          handledBefore &&
          (eventsByCommand.get(context.commandId) ??
            (await this.readEventsOf(streamName, handledBefore)));
        resolve({
          state,
          events: commandEvents ?? [],
          position: handledBefore?.position ?? null,
        } as unknown as CommandOutcome<never, never>);
      }),
    );
  }

  private async readEventsOf(
    streamName: string,
    { first, last }: HandledCommand,
  ): Promise<RecordedEvent[]> {
    const events = await this.streamCache.events(streamName, first - 1);
    return events.slice(0, last - first + 1);
  }
}
