import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { EventCodec } from './codec.js';
import { type CommandContext, derivedId } from './context.js';
import type { Decider, Fold, Message } from './decider.js';
import { DomainError } from './domain-error.js';
import { EventStore, RevisionConflict } from './event-store.js';
import type { Recorded } from './events.js';
import { type Folded, Streams } from './streams.js';

/**
 * What a command did: its events (those of the first try when it was sent again), the state after them, and the log
 * position that a read must have passed to show them; null where nothing was written.
 */
export type Handled<State> = Readonly<{ state: State; events: readonly Recorded[]; position: string | null }>;

type AnyDecider = Decider<unknown, Message, Message>;
type Waiting = Readonly<{
  command: Message;
  context: CommandContext;
  resolve(handled: Handled<never>): void;
  reject(error: unknown): void;
}>;
type Outcome = Readonly<{ state: unknown; events: readonly Recorded[] }> | Readonly<{ refusal: unknown }>;

const BATCH = 64;
const TRIES = 8;

/**
 * The one command handler: reads a stream, folds it, decides, appends at the revision that was read.
 *
 * Commands for one stream wait in its mailbox and are decided together, one after the other, on one read and with one
 * append. So a thousand people after one hour cost the store one write, and nobody is refused before the winner's event is
 * durable. Across processes the expected revision decides: whoever loses reads again and decides again.
 */
@Injectable()
export class CommandHandling {
  private readonly mailboxes = new Map<string, Waiting[]>();

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly streams: Streams,
  ) {}

  /**
   * Decides a command on the stream `<category>-<id>` and stores its events.
   * @throws DomainError what the decider refuses with; `idempotency_mismatch` when the command's id was used for another
   *   command; `conflict` when others kept winning; `store_unavailable` when the outcome is unknown.
   */
  handle<State, C extends Message, E extends Message>(
    decider: Decider<State, C, E>,
    id: string,
    command: C,
    context: CommandContext,
  ): Promise<Handled<State>> {
    const name = `${decider.category}-${id}`;
    return new Promise((resolve, reject) => {
      const waiting = { command, context, resolve, reject };
      const mailbox = this.mailboxes.get(name);
      if (mailbox) return void mailbox.push(waiting);
      this.mailboxes.set(name, [waiting]);
      void this.empty(name, decider as unknown as AnyDecider);
    });
  }

  /** What a command with this id did on the stream before, or null: lets a retry answer before anything else is checked. */
  async findDone<State, E extends Message>(
    fold: Fold<State, E>,
    id: string,
    context: CommandContext,
  ): Promise<Handled<State> | null> {
    const { state, done } = await this.streams.refresh(fold, `${fold.category}-${id}`);
    const events = done.get(context.commandId);
    if (!events) return null;
    sameRequest(events, context);
    return { state, events, position: events.at(-1)!.position };
  }

  private async empty(name: string, decider: AnyDecider) {
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

  private async decideTogether(name: string, decider: AnyDecider, batch: readonly Waiting[]) {
    let remembered = this.streams.remembered(decider, name);
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const current = remembered ?? (await this.streams.refresh(decider, name));
      const { outcomes, fresh, next } = decideInOrder(decider, name, batch, current);
      // What memory refuses, or holds for done, is checked against the store: it may be out of date.
      const doubtful =
        remembered !== undefined && outcomes.some((outcome) => 'refusal' in outcome || outcome.events.length === 0);
      remembered = undefined;
      if (doubtful) continue;
      try {
        const position = fresh.length > 0 ? await this.append(decider, name, current, next, fresh) : null;
        batch.forEach(({ resolve, reject }, index) => {
          const outcome = outcomes[index]!;
          if ('refusal' in outcome) reject(outcome.refusal);
          else resolve({ ...outcome, position: outcome.events.at(-1)?.position || position } as Handled<never>);
        });
        return;
      } catch (error) {
        this.streams.forget(decider, name);
        if (!(error instanceof RevisionConflict)) throw error;
        await delay(Math.random() * 2 ** attempt);
      }
    }
    throw new DomainError('conflict', 'Others are changing this right now. Please try again.');
  }

  private async append(
    decider: AnyDecider,
    name: string,
    from: Folded<unknown>,
    next: Folded<unknown>,
    fresh: readonly Recorded[],
  ) {
    const encoded = await Promise.all(fresh.map((event) => this.codec.encode(event, event.id, event.metadata)));
    const position = await this.store.append(name, from.revision, encoded);
    const done = new Map(next.done);
    for (const event of fresh) {
      const { command } = event.metadata;
      const stored = done.get(command)!.map((one) => (one.position ? one : { ...one, position }));
      done.set(command, stored);
    }
    this.streams.remember(decider, name, { ...next, done });
    return position;
  }
}

/** Decides the commands in order, each on the state that the ones before it leave. */
const decideInOrder = (decider: AnyDecider, name: string, batch: readonly Waiting[], from: Folded<unknown>) => {
  const outcomes: Outcome[] = [];
  const fresh: Recorded[] = [];
  const done = new Map(from.done);
  let { state, revision } = from;
  for (const { command, context } of batch) {
    try {
      const before = done.get(context.commandId);
      if (before) sameRequest(before, context);
      const decided = before ? [] : decider.decide(command, state);
      const recorded = decided.map((event, index) => record(event, name, revision + 1 + index, index, context));
      state = decided.reduce(decider.evolve, state);
      revision += recorded.length;
      fresh.push(...recorded);
      if (recorded.length > 0) done.set(context.commandId, recorded);
      outcomes.push({ state, events: before ?? recorded });
    } catch (refusal) {
      outcomes.push({ refusal });
    }
  }
  return { outcomes, fresh, next: { state, revision, done } };
};

const record = (event: Message, stream: string, revision: number, index: number, context: CommandContext): Recorded => {
  const { commandId, fingerprint, actor, at, correlationId, causationId } = context;
  const ids = { $correlationId: correlationId, ...(causationId && { $causationId: causationId }) };
  const metadata = { version: 0, actor, at, command: commandId, fingerprint, ...ids };
  return { ...event, id: derivedId(commandId, stream, String(index)), stream, revision, position: '', metadata };
};

const sameRequest = (events: readonly Recorded[], { fingerprint }: CommandContext) => {
  if (events[0]!.metadata.fingerprint !== fingerprint)
    throw new DomainError(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
};
