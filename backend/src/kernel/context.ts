import { createHash } from 'node:crypto';
import { v5, v7 } from 'uuid';
import type { Actor } from './events.js';

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

const COURTLY = '0e5b7f0e-6a51-5c0b-9d39-2b8a3ce0a4c1';

/** A UUID (version 5) that depends on the parts alone. */
export const derivedId = (...parts: string[]): string => v5(parts.join('\n'), COURTLY);

/** A short name of letters and digits, derived from an id: for ids that people may read out. 32^length values. */
export const shortId = (id: string, length: number): string => {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  return Array.from(createHash('sha256').update(id).digest().subarray(0, length), (byte) => alphabet[byte & 31]).join(
    '',
  );
};

/**
 * The context of a request. With an idempotency key the command's id depends on the person, the call and the key alone;
 * without one it is new every time. `fingerprint` is a keyed hash of what must be the same when the key is used again, and
 * empty where nothing can be sent again.
 */
export const commandContext = (given: {
  actor: Actor;
  at: string;
  correlationId: string;
  call: string;
  fingerprint: string;
  key?: string | undefined;
}): CommandContext => ({
  commandId: given.key ? derivedId(given.actor.id, given.call, given.key) : v7(),
  fingerprint: given.fingerprint,
  actor: given.actor,
  at: given.at,
  correlationId: given.correlationId,
});

/** The context of a command that the product gives itself: `cause` makes it the same command however often it is sent. */
export const systemContext = (cause: string, at: string, causationId?: string): CommandContext => ({
  commandId: derivedId('courtly', cause),
  fingerprint: cause,
  actor: { id: 'courtly', role: 'courtly' },
  at,
  correlationId: derivedId('courtly', cause),
  ...(causationId && { causationId }),
});
