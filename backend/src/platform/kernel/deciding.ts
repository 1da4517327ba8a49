import type { CommandContext } from './context.js';
import type { Decider, Message } from './decider.js';
import { DomainError } from './domain-error.js';
import type { EventMetadata } from './events.js';
import type { Ids } from './ids.js';
import type { StreamState } from './stream-cache.js';

export type AnyDecider = Decider<unknown, Message, Message>;

/** An event that was decided but is not stored yet. */
export type ProposedEvent = Message &
  Readonly<{ id: string; metadata: Omit<EventMetadata, 'version'> }>;

/** The outcome of one command of a batch: the new state and its events, or an error. */
export type Decision =
  | Readonly<{ state: unknown; proposedEvents: readonly ProposedEvent[] }>
  | Readonly<{ error: unknown }>;

/**
 * Decides commands in order, each on the state that the previous ones left. A command proposes
 * nothing if its id is already in the stream or earlier in the batch.
 */
export const decideInOrder = (
  decider: AnyDecider,
  streamName: string,
  commands: readonly Readonly<{ command: Message; context: CommandContext }>[],
  baseState: StreamState<unknown>,
  ids: Ids,
): { decisions: Decision[]; state: unknown } => {
  /** Fingerprints of the commands decided in this batch, by command id. */
  const fingerprints = new Map<string, string>();
  let { state } = baseState;
  const decisions = commands.map(({ command, context }): Decision => {
    try {
      const earlierFingerprint =
        baseState.done.get(context.commandId)?.fingerprint ?? fingerprints.get(context.commandId);
      if (earlierFingerprint !== undefined) {
        assertSameRequest(earlierFingerprint, context);
        return { state, proposedEvents: [] };
      }
      const newEvents = decider.decide(command, state);
      const proposedEvents = newEvents.map((event, index) =>
        proposeEvent(event, [streamName, baseState.revision, index], context, ids),
      );
      state = newEvents.reduce(decider.evolve, state);
      if (proposedEvents.length > 0) fingerprints.set(context.commandId, context.fingerprint);
      return { state, proposedEvents };
    } catch (error) {
      return { error };
    }
  });
  return { decisions, state };
};

/**
 * The id also depends on the revision and the data: two processes that decide the same command
 * differently must conflict instead of appearing to repeat one append. `place` is the stream, the
 * revision, and the index of the event.
 */
const proposeEvent = (
  event: Message,
  place: readonly [string, number, number],
  context: CommandContext,
  ids: Ids,
): ProposedEvent => {
  const { commandId, fingerprint, actor, at, correlationId, causationId } = context;
  const correlation = {
    $correlationId: correlationId,
    ...(causationId && { $causationId: causationId }),
  };
  const id = ids.derived(commandId, ...place.map(String), at, JSON.stringify(event.data));
  return {
    ...event,
    id,
    metadata: { actor, at, command: commandId, fingerprint, ...correlation },
  };
};

/** @throws DomainError idempotency_mismatch if another request used the same command id */
export const assertSameRequest = (
  earlierFingerprint: string,
  { fingerprint }: CommandContext,
): void => {
  if (earlierFingerprint !== fingerprint)
    throw new DomainError(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
};
