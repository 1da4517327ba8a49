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
  Streams,
  recordHandled,
  emptyStream,
} from './streams.js';

/**
 * The result of a command: its events (on a retry, those of the first try), the state after them,
 * and the position that a read model must reach to show them; null if nothing was written.
 */
export type CommandOutcome<State> = Readonly<{
  state: State;
  events: readonly RecordedEvent[];
  position: string | null;
}>;

type QueuedCommand = Readonly<{
  command: Message;
  context: CommandContext;
  resolve(handled: CommandOutcome<never>): void;
  reject(error: unknown): void;
}>;

type EncodedProposal = Readonly<{ event: ProposedEvent; encoded: EncodedFields }>;

const BATCH = 64;
const TRIES = 8;

/**
 * Folds a stream, decides, and appends at the folded revision.
 * Commands for one stream wait in its mailbox and share one append, so a thousand requests for one
 * hour cost one write. Across processes, the expected revision decides: the loser reads and decides
 * again.
 */
@Injectable()
export class CommandHandling {
  private readonly mailboxes = new Map<string, QueuedCommand[]>();

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly streams: Streams,
    private readonly ids: Ids,
  ) {}

  /**
   * Decides a command on the stream `<category>-<id>` and stores its events.
   * @throws DomainError as the decider throws; `idempotency_mismatch` if the id belongs to another
   * command; `conflict` if other writers keep winning; StoreUnavailable if the outcome is unknown.
   */
  handle<State, C extends Message, E extends Message>(
    decider: Decider<State, C, E>,
    id: string,
    command: C,
    context: CommandContext,
  ): Promise<CommandOutcome<State>> {
    const name = `${decider.category}-${id}`;
    return new Promise((resolve, reject) => {
      const waiting = { command, context, resolve, reject };
      const mailbox = this.mailboxes.get(name);
      if (mailbox) return void mailbox.push(waiting);
      this.mailboxes.set(name, [waiting]);
      void this.drainMailbox(name, decider as unknown as AnyDecider);
    });
  }

  /**
   * The result of an earlier command with this id, or null. Lets a retry return before other checks
   * run. Commands without a fingerprint have no idempotency key and return null.
   */
  async findHandled<State, E extends Message>(
    fold: Fold<State, E>,
    id: string,
    context: CommandContext,
  ): Promise<CommandOutcome<State> | null> {
    if (context.fingerprint === '') return null;
    const name = `${fold.category}-${id}`;
    const { state, done } = await this.streams.reload(fold, name);
    const before = done.get(context.commandId);
    if (!before) return null;
    assertSameRequest(before.fingerprint, context);
    return { state, events: await this.eventsOf(name, before), position: before.position };
  }

  private async drainMailbox(name: string, decider: AnyDecider) {
    const mailbox = this.mailboxes.get(name)!;
    while (mailbox.length > 0) {
      const batch = mailbox.splice(0, BATCH);
      try {
        await this.decideTogether(name, decider, batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.mailboxes.delete(name);
  }

  /**
   * Decides on the cached stream first; the expected revision detects a stale cache. The cache may
   * be stale, so refusals and "already done" are decided again on a fresh read.
   */
  private async decideTogether(name: string, decider: AnyDecider, batch: readonly QueuedCommand[]) {
    let waiting = batch;
    let known: StreamState<unknown> | undefined =
      this.streams.remembered(decider, name) ?? emptyStream(decider);
    let isRead = false;
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const current: StreamState<unknown> = known ?? (await this.streams.reload(decider, name));
      isRead ||= known === undefined;
      known = undefined;
      const { decisions, state } = decideInOrder(decider, name, waiting, current, this.ids);
      if (!isRead && decisions.some((one) => 'error' in one || one.proposed.length === 0)) continue;
      const { events, failed } = await this.encode(waiting, decisions);
      if (failed.size > 0) {
        // A command that cannot be encoded fails alone: decide the others without it.
        for (const [{ reject }, reason] of failed) reject(reason);
        waiting = waiting.filter((one) => !failed.has(one));
        known = current;
        continue;
      }
      try {
        const stored = await this.append(decider, name, { ...current, state }, events);
        return await this.settle(name, waiting, decisions, stored);
      } catch (error) {
        if (!(error instanceof RevisionConflict)) {
          this.streams.forget(decider, name);
          throw error;
        }
        known = await this.streams.reload(decider, name);
        isRead = true;
        if (known.revision === current.revision) {
          // The store was restored from a backup that is older than the cache.
          this.streams.forget(decider, name);
          known = undefined;
        }
        await delay(Math.random() * 2 ** attempt);
      }
    }
    throw new DomainError('conflict', 'Someone else is changing this right now. Please try again.');
  }

  private async encode(waiting: readonly QueuedCommand[], decisions: readonly Decision[]) {
    const encodeOne = async (event: ProposedEvent): Promise<EncodedProposal> => ({
      event,
      encoded: await this.codec.encode(event, event.id, event.metadata),
    });
    const encoded = await Promise.allSettled(
      decisions.map((one) => Promise.all('error' in one ? [] : one.proposed.map(encodeOne))),
    );
    return {
      events: encoded.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
      failed: new Map(
        encoded.flatMap((one, index) =>
          one.status === 'rejected' ? [[waiting[index]!, one.reason as unknown]] : [],
        ),
      ),
    };
  }

  /**
   * Appends the events and caches the new state. All events count as stored at the last position.
   */
  private async append(
    decider: AnyDecider,
    name: string,
    from: StreamState<unknown>,
    decided: readonly EncodedProposal[],
  ) {
    if (decided.length === 0) return { done: from.done, events: [] };
    const last = from.revision + decided.length;
    const told = await this.store.append(
      name,
      from.revision,
      decided.map(({ encoded }) => encoded),
    );
    const position = told ?? (await this.streams.events(name, last - 1))[0]!.position;
    const events = decided.map(({ event, encoded: { metadata } }, index) => ({
      ...event,
      metadata,
      stream: name,
      revision: from.revision + 1 + index,
      position,
    }));
    const done = recordHandled(from.done, events);
    this.streams.remember(decider, name, { state: from.state, revision: last, done });
    return { done, events };
  }

  private async settle(
    name: string,
    waiting: readonly QueuedCommand[],
    decisions: readonly Decision[],
    {
      done,
      events,
    }: Readonly<{ done: StreamState<unknown>['done']; events: readonly RecordedEvent[] }>,
  ) {
    const byCommand = Map.groupBy(events, ({ metadata }) => metadata.command);
    await Promise.all(
      waiting.map(async ({ context, resolve, reject }, index) => {
        const decision = decisions[index]!;
        if ('error' in decision) return reject(decision.error);
        const { state } = decision;
        const before = done.get(context.commandId);
        const own =
          before && (byCommand.get(context.commandId) ?? (await this.eventsOf(name, before)));
        resolve({
          state,
          events: own ?? [],
          position: before?.position ?? null,
        } as unknown as CommandOutcome<never>);
      }),
    );
  }

  private async eventsOf(name: string, { first, last }: HandledCommand): Promise<RecordedEvent[]> {
    const events = await this.streams.events(name, first - 1);
    return events.slice(0, last - first + 1);
  }
}
