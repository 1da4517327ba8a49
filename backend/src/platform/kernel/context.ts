import { randomUUID } from 'node:crypto';
import type { Actor } from './events.js';
import type { Ids } from './ids.js';

/**
 * What surrounds a command: who gives it, when it is decided, and the id from which all its event ids and entity ids are
 * derived, so that a retry with the same id finds what the first try did.
 */
export type CommandContext = Readonly<{
  commandId: string;
  fingerprint: string;
  actor: Actor;
  at: string;
  correlationId: string;
  causationId?: string;
}>;

/**
 * The context of a request. With an idempotency key the command's id depends on the person, the call and the key alone;
 * without one it is new every time. `fingerprint` is a keyed hash of what must be the same when the key is used again, and
 * empty where nothing can be sent again.
 */
export const commandContext = (
  given: {
    actor: Actor;
    at: string;
    correlationId: string;
    call: string;
    fingerprint: string;
    key?: string | undefined;
  },
  ids: Ids,
): CommandContext => ({
  commandId: given.key ? ids.derived(given.actor.id, given.call, given.key) : randomUUID(),
  fingerprint: given.fingerprint,
  actor: given.actor,
  at: given.at,
  correlationId: given.correlationId,
});

/** The context of one more command that follows from another, with an id of its own: what it does again its decider leaves out. */
export const followUp = ({ at, correlationId }: CommandContext, cause: string): CommandContext => ({
  ...systemContext(`${cause} ${randomUUID()}`, at),
  correlationId,
});

/** The context of a command that the product gives itself: `cause` makes it the same command however often it is sent. */
export const systemContext = (cause: string, at: string, causationId?: string): CommandContext => ({
  commandId: `courtly ${cause}`,
  fingerprint: cause,
  actor: { id: 'courtly', role: 'courtly' },
  at,
  correlationId: `courtly ${cause}`,
  ...(causationId && { causationId }),
});
