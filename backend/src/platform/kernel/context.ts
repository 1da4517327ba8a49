import { randomUUID } from 'node:crypto';
import type { Actor } from './events.js';
import type { Ids } from './ids.js';

/**
 * The user, time (UTC), and id of a command. Event ids and entity ids derive from the command id,
 * so a retry with the same id finds what the first try did.
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
  contextInput: {
    actor: Actor;
    at: string;
    correlationId: string;
    call: string;
    fingerprint: string;
    key?: string | undefined;
  },
  ids: Ids,
): CommandContext => ({
  commandId: contextInput.key
    ? ids.derived(contextInput.actor.id, contextInput.call, contextInput.key)
    : randomUUID(),
  fingerprint: contextInput.fingerprint,
  actor: contextInput.actor,
  at: contextInput.at,
  correlationId: contextInput.correlationId,
});

/**
 * The context of a follow-up command with a random id. Its decider must ignore work already done.
 */
export const followUp = (
  { at, correlationId }: CommandContext,
  causeText: string,
): CommandContext => ({
  ...systemContext(`${causeText} ${randomUUID()}`, at),
  correlationId,
});

/** The context of a command that Courtly gives itself. The same `cause` makes the same command. */
export const systemContext = (
  causeText: string,
  at: string,
  causationId?: string,
): CommandContext => ({
  commandId: `courtly ${causeText}`,
  fingerprint: causeText,
  actor: { id: 'courtly', role: 'courtly' },
  at,
  correlationId: `courtly ${causeText}`,
  ...(causationId && { causationId }),
});
