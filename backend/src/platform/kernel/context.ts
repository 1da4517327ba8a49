import { randomUUID } from 'node:crypto';
import type { Actor } from './events.js';
import type { Ids } from './ids.js';

/**
 * The user, time (UTC), and id of a command. Event ids and entity ids derive from the command id,
 * so a retry with the same id finds what the first attempt did.
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
 * The context of a request. With an idempotency key, the command id depends only on the user, the
 * call, and the key; without one, it is random. `fingerprint` is a keyed hash of the request that a
 * reused key must match, or empty without a key.
 */
export const commandContext = (
  input: {
    actor: Actor;
    at: string;
    correlationId: string;
    call: string;
    fingerprint: string;
    key?: string | undefined;
  },
  ids: Ids,
): CommandContext => ({
  commandId: input.key ? ids.derived(input.actor.id, input.call, input.key) : randomUUID(),
  fingerprint: input.fingerprint,
  actor: input.actor,
  at: input.at,
  correlationId: input.correlationId,
});

/**
 * The context of a follow-up command with a random id. Its decider must ignore work that is already
 * done.
 */
export const followUp = ({ at, correlationId }: CommandContext, cause: string): CommandContext => ({
  ...systemContext(`${cause} ${randomUUID()}`, at),
  correlationId,
});

/**
 * The context of a command that Courtly itself sends. The same `cause` produces the same command
 * id.
 */
export const systemContext = (cause: string, at: string, causationId?: string): CommandContext => ({
  commandId: `courtly ${cause}`,
  fingerprint: cause,
  actor: { id: 'courtly', role: 'courtly' },
  at,
  correlationId: `courtly ${cause}`,
  ...(causationId && { causationId }),
});
