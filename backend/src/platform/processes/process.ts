import type { ICommand } from '@nestjs/cqrs';
import type { CommandContext } from '../kernel/context.js';
import type { Message } from '../kernel/decider.js';
import type { RecordedEvent } from '../kernel/events.js';
import type { AnyProjection } from '../projections/projection.js';

/** `deadlines` waits for instants; `effects` calls others, such as Stripe or mail; `stats` counts and ranks. */
export const queueNames = ['deadlines', 'effects', 'stats'] as const;
export type QueueName = (typeof queueNames)[number];

/**
 * Something to do. `id` is the same however often the job is derived (an event's id, or `<deadline>.<thing>`, without a
 * colon), so that queueing it again changes nothing. `due` is a UTC instant; null is at once.
 */
export type Job<D extends object = object> = Readonly<{ id: string; due: string | null; data: D }>;

/** What a read model still waits for, so that jobs that were lost, or not queued yet, are found again. */
type Sweep<D extends object, V extends object> = Readonly<{
  readModel: AnyProjection;
  /** The documents that wait for something due until an instant (UTC), as filters that an index of the read model covers. */
  filters(until: string): readonly object[];
  fields: readonly (keyof V & string)[];
  jobs(document: V): readonly Job<D>[];
}>;

/**
 * A process manager, as data: which jobs follow from an event, which ones a read model still waits for, and the command that
 * carries one out. `react`, `filters` and `jobs` are pure. A job may be carried out twice, and its command has the same id
 * each time. `name` also names its jobs.
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
  sweep?: Sweep<D, V>;
  command(job: D, context: CommandContext): ICommand;
}>;

/** Any process, to the runner, which hands each only the events that it handles and the jobs that it made. */
export type AnyProcess = Pick<Process, 'name' | 'queue'> &
  Readonly<{
    handles: readonly string[];
    react(event: never): readonly Job[];
    sweep?: Pick<Sweep<object, object>, 'readModel' | 'filters'> &
      Readonly<{ fields: readonly string[]; jobs(document: never): readonly Job[] }>;
    command(job: never, context: CommandContext): ICommand;
  }>;

/** Where the processes of all slices are found in Nest's container. */
export const PROCESSES = Symbol('processes');

/** Keeps the types of a process together. */
export const defineProcess = <E extends Message, D extends object, V extends object>(
  process: Process<E, D, V>,
) => process;
