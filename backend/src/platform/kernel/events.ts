import type { z } from 'zod';
import type { Message } from './decider.js';

type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

/**
 * What an event says of one person. `of` names the field that holds the person's id, and `erased` lists the fields that are
 * sealed with that person's key, each with what stands in its place once the person is erased. `createsKey` marks the event
 * that every person begins with: nothing else makes a key, so that a lost one is never replaced in silence.
 */
export type PersonalData = Readonly<{
  of: string;
  erased: Readonly<Record<string, unknown>>;
  createsKey?: true;
}>;

/**
 * One event type. `version` is what is written now; `upcasts[n]` turns data of version n into version n + 1. `personal` has an
 * entry for each person concerned. `erasesKeys` marks the event that is written once keys of people are gone for good: what
 * was read with them is read anew.
 */
export type EventDefinition = Readonly<{
  version: number;
  data: z.ZodObject;
  personal?: readonly PersonalData[];
  upcasts?: Readonly<Record<number, Upcast>>;
  erasesKeys?: true;
}>;

/**
 * The events of one kind of stream, or of several that share them. A stream's name is `<category>-<id>`. `live` is for streams
 * that change seldom and that decisions about other streams read: every process that decides hears of their events.
 */
export type EventSet = Readonly<{
  categories: readonly string[];
  definitions: Readonly<Record<string, EventDefinition>>;
  live?: boolean;
}>;

/** The types of event that tell that keys of people are gone. */
export const keyErasuresIn = (sets: readonly EventSet[]): ReadonlySet<string> =>
  new Set(
    sets.flatMap(({ definitions }) =>
      Object.entries(definitions).flatMap(([type, { erasesKeys }]) => (erasesKeys ? type : [])),
    ),
  );

/** Where the event sets of all slices are found in Nest's container. */
export const EVENT_SETS = Symbol('event sets');

export const defineEvents = <const D extends Record<string, EventDefinition>>(
  categories: readonly string[],
  definitions: D,
  { live = false }: Pick<EventSet, 'live'> = {},
) => ({
  categories,
  definitions,
  live,
});

/** The union of messages that an event set defines. */
export type EventOf<S extends EventSet> = {
  [T in keyof S['definitions'] & string]: Message<T, z.output<S['definitions'][T]['data']>>;
}[keyof S['definitions'] & string];

/** Who acts: a person, or the product itself (`courtly`: deadlines and process managers). */
export type Actor = Readonly<{
  id: string;
  role: 'visitor' | 'player' | 'owner' | 'host' | 'admin' | 'operator' | 'courtly';
}>;

/**
 * What every event carries beside its data. `version` is the schema's; `at` is the instant of the decision (UTC), which
 * may differ from the time of storing; `command` is the id of the command that caused it, the same on every retry;
 * `fingerprint` is a hash of that command, which tells a retry from another request under the same key.
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

/**
 * An event as it stands in the log. `position` orders all events: the log's position as 20 decimal digits, which compare as
 * text; it is opaque otherwise, so never compute one.
 */
export type RecordedEvent<E extends Message = Message> = E &
  Readonly<{
    id: string;
    stream: string;
    revision: number;
    position: string;
    metadata: EventMetadata;
  }>;

/** The category of a stream's name: what stands before the first dash. */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-') >>> 0);
