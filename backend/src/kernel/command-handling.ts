import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { EventCodec } from './codec.js';
import type { CommandContext } from './context.js';
import type { Decider, Fold, Message } from './decider.js';
import { type AnyDecider, type Proposed, assertSameRequest, decideInOrder } from './deciding.js';
import { DomainError } from './domain-error.js';
import { EventStore, RevisionConflict } from './event-store.js';
import type { Recorded } from './events.js';
import { type Folded, Streams } from './streams.js';

/**
 * What a command did: its events (those of the first try when it was sent again), the state after them, and the log
 * position that a read must have passed to show them; null where nothing was written.
 */
export type Handled<State> = Readonly<{ state: State; events: readonly Recorded[]; position: string | null }>;

type Waiting = Readonly<{
  command: Message;
  context: CommandContext;
  resolve(handled: Handled<never>): void;
  reject(error: unknown): void;
}>;

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

  /**
   * What a command with this id did on the stream before, or null: lets a retry answer before anything else is checked. A
   * command without a fingerprint has no key, so it cannot have been sent before.
   */
  async findDone<State, E extends Message>(
    fold: Fold<State, E>,
    id: string,
    context: CommandContext,
  ): Promise<Handled<State> | null> {
    if (context.fingerprint === '') return null;
    const { state, done } = await this.streams.refresh(fold, `${fold.category}-${id}`);
    const events = done.get(context.commandId);
    if (!events) return null;
    assertSameRequest(events, context);
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
      const { decisions, state } = decideInOrder(decider, name, batch, current);
      // What memory refuses, or holds for done, is checked against the store: it may be out of date.
      const doubtful =
        remembered !== undefined && decisions.some((one) => 'refusal' in one || one.proposed.length === 0);
      remembered = undefined;
      if (doubtful) continue;
      const proposed = decisions.flatMap((one) => ('refusal' in one ? [] : one.proposed));
      try {
        const { done } = await this.append(decider, name, { ...current, state }, proposed);
        batch.forEach(({ context, resolve, reject }, index) => {
          const decision = decisions[index]!;
          if ('refusal' in decision) return reject(decision.refusal);
          const events = done.get(context.commandId) ?? [];
          resolve({ state: decision.state, events, position: events.at(-1)?.position ?? null } as Handled<never>);
        });
        return;
      } catch (error) {
        if (!(error instanceof RevisionConflict)) {
          this.streams.forget(decider, name);
          throw error;
        }
        await delay(Math.random() * 2 ** attempt);
      }
    }
    throw new DomainError('conflict', 'Others are changing this right now. Please try again.');
  }

  /** Stores what was decided, and remembers the stream as it is then. All its events count as at the last one's position. */
  private async append(decider: AnyDecider, name: string, from: Folded<unknown>, proposed: readonly Proposed[]) {
    if (proposed.length === 0) return from;
    const encoded = await Promise.all(proposed.map((event) => this.codec.encode(event, event.id, event.metadata)));
    const position = await this.store.append(name, from.revision, encoded);
    const done = new Map(from.done);
    proposed.forEach((event, index) => {
      const { metadata } = encoded[index]!;
      const stored = { ...event, metadata, stream: name, revision: from.revision + 1 + index, position };
      done.set(metadata.command, [...(done.get(metadata.command) ?? []), stored]);
    });
    const folded = { state: from.state, revision: from.revision + proposed.length, done };
    this.streams.remember(decider, name, folded);
    return folded;
  }
}
