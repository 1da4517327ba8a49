import type { ICommand } from '@nestjs/cqrs';
import type { CommandContext } from '../kernel/context.js';
import type { Message } from '../kernel/decider.js';
import type { RecordedEvent } from '../kernel/events.js';
import type { EmailSubscription } from '../mail/email-preferences.js';
import type { AnyProjection } from '../projections/projection.js';

/**
 * `deadlines` change Courtly's own data, often at an instant; `money` calls Stripe; `emails` sends
 * emails; `stats` counts and ranks. Queues do not wait for each other.
 */
export const queueNames = ['deadlines', 'money', 'emails', 'stats'] as const;
export type QueueName = (typeof queueNames)[number];

/** A failure that another attempt cannot fix, such as an address that does not exist. */
export class PermanentFailure extends Error {}

/** The start of a job's failure reason if the release does not have its process. */
export const UNKNOWN_PROCESS = 'unknown process';
/** The start of the failure reason of a job that the domain refused. The release's name follows. */
export const REFUSED_BY = 'refused by release';

/**
 * A job of a process. `id` (an event id or `<deadline>.<thing>`, without a colon) is always the
 * same for the same job, so queueing it again changes nothing. `due` is UTC, or null for now.
 */
export type Job<D extends object = object> = Readonly<{ id: string; due: string | null; data: D }>;

/** Finds pending work in a read model, so lost or unqueued jobs are found again. */
type Sweep<D extends object, V extends object> = Readonly<{
  readModel: AnyProjection;
  /** Filters for documents with work due before an instant (UTC); an index must cover them. */
  filters(until: string): readonly object[];
  fields: readonly (keyof V & string)[];
  jobs(document: V): readonly Job<D>[];
}>;

/**
 * A process manager as data. `react`, `filters`, and `jobs` are pure. A job may run twice with the
 * same command id. `name` prefixes its jobs.
 */
export type Process<
  E extends Message = Message,
  D extends object = object,
  V extends object = object,
> = Readonly<{
  name: string;
  queue: QueueName;
  handles: readonly E['type'][];
  react(event: RecordedEvent<E>): readonly Job<D>[];
  /**
   * For emails, in milliseconds. An older event queues no job: history is being read again, or no
   * worker was running. Queued jobs have no limit, so an outage only delays their emails.
   */
  maxEventAgeMs?: number;
  sweep?: Sweep<D, V>;
  /** The kind of email that a job sends. It is not queued if the recipient has turned it off. */
  email?(job: D): EmailSubscription | null;
  command(job: D, context: CommandContext): ICommand;
}>;

/** Any process, with its types erased for the runner. */
export type AnyProcess = Pick<Process, 'name' | 'queue'> &
  Readonly<{
    handles: readonly string[];
    react(event: never): readonly Job[];
    maxEventAgeMs?: number;
    sweep?: Pick<Sweep<object, object>, 'readModel' | 'filters'> &
      Readonly<{ fields: readonly string[]; jobs(document: never): readonly Job[] }>;
    email?(job: never): EmailSubscription | null;
    command(job: never, context: CommandContext): ICommand;
  }>;

export const PROCESSES = Symbol('processes');

/** Infers the types of a process. */
export const defineProcess = <E extends Message, D extends object, V extends object>(
  process: Process<E, D, V>,
) => process;
