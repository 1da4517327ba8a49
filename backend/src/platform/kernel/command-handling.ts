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
 * What a command did: its events (those of the first try when it was sent again), the state after them, and the log
 * position that a read must have passed to show them; null where nothing was written.
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

/** An event that was decided, with the form in which it is stored. */
type EncodedProposal = Readonly<{ event: ProposedEvent; encoded: EncodedFields }>;

const BATCH = 64;
const TRIES = 8;

/**
 * The one command handler: folds a stream, decides, appends at the revision that was folded.
 *
 * Commands for one stream wait in its mailbox and are decided together, one after the other, on one state and with one
 * append. So a thousand people after one hour cost the store one write, and nobody is refused before the winner's event is
 * durable. Across processes the expected revision decides: whoever loses reads and decides again.
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
   * @throws DomainError as the decider; `idempotency_mismatch` when the command's id was used for another command;
   *   `conflict` when others kept winning; StoreUnavailable when the outcome is unknown.
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
   * What a command with this id did on the stream before, or null: lets a retry answer before anything else is checked. A
   * command without a fingerprint has no key, so it cannot have been sent before.
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
   * Decides on what this process remembers of the stream, which is nothing of one that it has not seen: the expected revision
   * tells whether that is so. What memory refuses, or holds for done, is decided again on what the store says.
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
        // Nobody else's command fails with one that cannot be written down: the others are decided without it.
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
          // A store that was set back to an older backup does not hold what this process remembers.
          this.streams.forget(decider, name);
          known = undefined;
        }
        await delay(Math.random() * 2 ** attempt);
      }
    }
    throw new DomainError('conflict', 'Others are changing this right now. Please try again.');
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

  /** Stores what was decided, and remembers the stream as it is then. All its events count as at the last one's position. */
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
