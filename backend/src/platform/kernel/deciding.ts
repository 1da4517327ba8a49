import type { CommandContext } from './context.js';
import type { Decider, Message } from './decider.js';
import { DomainError } from './domain-error.js';
import type { EventMetadata } from './events.js';
import type { Ids } from './ids.js';
import type { StreamState } from './streams.js';

export type AnyDecider = Decider<unknown, Message, Message>;

/** An event that was decided and is not stored yet. */
export type ProposedEvent = Message &
  Readonly<{ id: string; metadata: Omit<EventMetadata, 'version'> }>;

/** What became of one command of a batch: the state after it and what it proposes, or why not. */
export type Decision =
  Readonly<{ state: unknown; proposed: readonly ProposedEvent[] }> | Readonly<{ error: unknown }>;

/**
 * Decides commands in order, each on the state that the ones before it leave. A command whose id is in the stream already, or
 * earlier in the batch, proposes nothing.
 */
export const decideInOrder = (
  decider: AnyDecider,
  stream: string,
  commands: readonly Readonly<{ command: Message; context: CommandContext }>[],
  from: StreamState<unknown>,
  ids: Ids,
): { decisions: Decision[]; state: unknown } => {
  /** Fingerprints of the commands that this batch has decided already. */
  const decided = new Map<string, string>();
  let { state } = from;
  const decisions = commands.map(({ command, context }): Decision => {
    try {
      const before =
        from.done.get(context.commandId)?.fingerprint ?? decided.get(context.commandId);
      if (before !== undefined) {
        assertSameRequest(before, context);
        return { state, proposed: [] };
      }
      const events = decider.decide(command, state);
      const proposed = events.map((event, index) =>
        propose(event, [stream, from.revision, index], context, ids),
      );
      state = events.reduce(decider.evolve, state);
      if (proposed.length > 0) decided.set(context.commandId, context.fingerprint);
      return { state, proposed };
    } catch (error) {
      return { error };
    }
  });
  return { decisions, state };
};

/**
 * The id depends on the revision that was read and on what the event says as well as on its command: two processes that get
 * the same command at once and decide differently must conflict, and not pass for one append sent twice. `place` is the
 * stream, that revision and the index among the command's events.
 */
const propose = (
  event: Message,
  place: readonly [string, number, number],
  context: CommandContext,
  keyed: Ids,
): ProposedEvent => {
  const { commandId, fingerprint, actor, at, correlationId, causationId } = context;
  const ids = { $correlationId: correlationId, ...(causationId && { $causationId: causationId }) };
  const id = keyed.derived(commandId, ...place.map(String), at, JSON.stringify(event.data));
  return { ...event, id, metadata: { actor, at, command: commandId, fingerprint, ...ids } };
};

/** @throws DomainError idempotency_mismatch when another request was sent before under the same command id. */
export const assertSameRequest = (before: string, { fingerprint }: CommandContext): void => {
  if (before !== fingerprint)
    throw new DomainError(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
};
