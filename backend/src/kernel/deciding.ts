import { type CommandContext, derivedId } from './context.js';
import type { Decider, Message } from './decider.js';
import { DomainError } from './domain-error.js';
import type { EventMetadata } from './events.js';
import type { Folded } from './streams.js';

export type AnyDecider = Decider<unknown, Message, Message>;

/** An event that was decided and is not stored yet. */
export type Proposed = Message & Readonly<{ id: string; metadata: Omit<EventMetadata, 'version'> }>;

/** What became of one command of a batch: the state after it and what it proposes, or why not. */
export type Decision = Readonly<{ state: unknown; proposed: readonly Proposed[] }> | Readonly<{ refusal: unknown }>;

/**
 * Decides commands in order, each on the state that the ones before it leave. A command whose id is in the stream already, or
 * earlier in the batch, proposes nothing.
 */
export const decideInOrder = (
  decider: AnyDecider,
  stream: string,
  commands: readonly Readonly<{ command: Message; context: CommandContext }>[],
  from: Folded<unknown>,
): { decisions: Decision[]; state: unknown } => {
  const seen = new Map<string, readonly Pick<Proposed, 'metadata'>[]>(from.done);
  let { state } = from;
  const decisions = commands.map(({ command, context }): Decision => {
    try {
      const before = seen.get(context.commandId);
      if (before) {
        assertSameRequest(before, context);
        return { state, proposed: [] };
      }
      const events = decider.decide(command, state);
      const proposed = events.map((event, index) => propose(event, stream, index, context));
      state = events.reduce(decider.evolve, state);
      if (proposed.length > 0) seen.set(context.commandId, proposed);
      return { state, proposed };
    } catch (refusal) {
      return { refusal };
    }
  });
  return { decisions, state };
};

/**
 * The id depends on what the event says as well as on its command: two processes that get the same command at once and
 * decide differently must conflict, and not pass for one append sent twice.
 */
const propose = (event: Message, stream: string, index: number, context: CommandContext): Proposed => {
  const { commandId, fingerprint, actor, at, correlationId, causationId } = context;
  const ids = { $correlationId: correlationId, ...(causationId && { $causationId: causationId }) };
  const id = derivedId(commandId, stream, String(index), at, JSON.stringify(event.data));
  return { ...event, id, metadata: { actor, at, command: commandId, fingerprint, ...ids } };
};

/** @throws DomainError idempotency_mismatch when the events come from another request under the same command id. */
export const assertSameRequest = (
  events: readonly Pick<Proposed, 'metadata'>[],
  { fingerprint }: CommandContext,
): void => {
  if (events[0]!.metadata.fingerprint !== fingerprint)
    throw new DomainError(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
};
