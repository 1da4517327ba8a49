import type { z } from 'zod';
import type { Message } from './decider.js';

type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

/**
 * The personal data of one user in an event. `of` names the field with the user id; `erased` lists
 * the sealed fields with their values after erasure. Only an event with `createsKey` creates the
 * user's key, so a lost key is never replaced silently. `isRemark` marks fields that no decision
 * reads, in streams that concern other people too: if the key is lost or damaged, the event is read
 * with the values after erasure. `isContent` marks remarks that a person writes and that are the
 * point of the event: it is refused rather than recorded without them.
 */
export type PersonalData = Readonly<{
  of: string;
  erased: Readonly<Record<string, unknown>>;
  createsKey?: true;
  isRemark?: true;
  isContent?: true;
}>;

/**
 * One event type. `version` is the current schema version; `upcasts[n]` converts data from version
 * n to n + 1. `personal` has an entry per user. `erasesKeys` marks the event that follows the
 * deletion of a user's keys, in a stream with the user's id; states that were read with those keys
 * must be read again.
 */
export type EventDefinition = Readonly<{
  version: number;
  data: z.ZodObject;
  personal?: readonly PersonalData[];
  upcasts?: Readonly<Record<number, Upcast>>;
  erasesKeys?: true;
}>;

/**
 * The events of one or more stream categories. A stream is named `<category>-<id>`. Deciding
 * processes subscribe to `live` categories, which rarely change and affect other streams'
 * decisions.
 */
export type EventSet = Readonly<{
  categories: readonly string[];
  definitions: Readonly<Record<string, EventDefinition>>;
  live?: boolean;
}>;

/** Events to which every deciding process subscribes. */
export type LiveEvents = EventSet & Readonly<{ live: true }>;

/** The event types that report deleted keys. */
export const keyErasuresIn = (eventSets: readonly EventSet[]): ReadonlySet<string> =>
  new Set(
    eventSets.flatMap(({ definitions }) =>
      Object.entries(definitions).flatMap(([type, { erasesKeys }]) => (erasesKeys ? type : [])),
    ),
  );

export const EVENT_SETS = Symbol('event sets');

export const defineEvents = <
  const D extends Record<string, EventDefinition>,
  const L extends boolean = false,
>(
  categories: readonly string[],
  definitions: D,
  options?: Readonly<{ live: L }>,
) => ({ categories, definitions, live: (options?.live ?? false) as L });

/** The union of messages that an event set defines. */
export type EventOf<S extends EventSet> = {
  [T in keyof S['definitions'] & string]: Message<T, z.output<S['definitions'][T]['data']>>;
}[keyof S['definitions'] & string];

/** The user who acts, or Courtly itself (`courtly`, for deadlines and process managers). */
export type Actor = Readonly<{
  id: string;
  role: 'visitor' | 'player' | 'owner' | 'host' | 'admin' | 'operator' | 'courtly';
}>;

/**
 * The metadata of an event. `at` is the instant (UTC) when it was decided, not stored; `command` is
 * the id of its command, the same on each retry; `fingerprint` is a hash that distinguishes a retry
 * from another request with the same key.
 */
export type EventMetadata = Readonly<{
  version: number;
  actor: Actor;
  at: string;
  command: string;
  fingerprint: string;
  $correlationId: string;
  $causationId?: string;
}>;

/** Why the key of a user cannot be used. Without `keyId`, the vault has lost the key. */
export type KeyDamage = Readonly<{ userId: string; keyId: string | null; reason: string }>;

/**
 * An event in the log. `position` orders all events: 20 decimal digits that compare as text,
 * otherwise opaque. Never compute a position. `unopened` lists the keys that could not be used;
 * the remarks under them have their values after erasure.
 */
export type RecordedEvent<E extends Message = Message> = E &
  Readonly<{
    id: string;
    stream: string;
    revision: number;
    position: string;
    metadata: EventMetadata;
    unopened?: readonly KeyDamage[];
  }>;

/** The category of a stream: the name before the first dash. */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-') >>> 0);
