import { Injectable } from '@nestjs/common';
import QuickLRU from 'quick-lru';
import { EventCodec } from './codec.js';
import type { Fold, Message } from './decider.js';
import { DomainError } from './domain-error.js';
import { EventStore } from './event-store.js';
import type { Recorded } from './events.js';

/** A folded stream: its state, its last revision (-1: there is none), and what each command did in it, by command id. */
export type Folded<State> = Readonly<{
  state: State;
  revision: number;
  done: ReadonlyMap<string, readonly Recorded[]>;
}>;

type Reading = { running: Promise<unknown>; next?: Promise<unknown> };

const REMEMBERED_STREAMS = 5_000;

/**
 * Streams as folded states. Remembers what was folded, so that a refresh reads only what is new, and reads each stream once
 * at a time, however many ask: who asks while a read runs shares the one after it, which sees all that was stored before.
 */
@Injectable()
export class Streams {
  private readonly memories = new Map<Fold<never, never>, QuickLRU<string, Folded<unknown>>>();
  private readonly readings = new Map<Fold<never, never>, Map<string, Reading>>();

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
  ) {}

  /** The state of the stream `<category>-<id>` as it is now; `initial` where there is none. */
  async load<State, E extends Message>(fold: Fold<State, E>, id: string): Promise<State> {
    return (await this.refresh(fold, `${fold.category}-${id}`)).state;
  }

  /** The same for reads, which go on while the store does not answer: then the state as this process saw it last. */
  async lastSeen<State, E extends Message>(fold: Fold<State, E>, id: string): Promise<State> {
    try {
      return await this.load(fold, id);
    } catch (error) {
      const seen = this.remembered(fold, `${fold.category}-${id}`);
      if (!(error instanceof DomainError) || error.code !== 'store_unavailable' || !seen) throw error;
      return seen.state;
    }
  }

  /** The decoded events of a stream, oldest first. @throws Error where one cannot be read. */
  async events(name: string, after = -1): Promise<Recorded[]> {
    const decoded = await this.codec.decode(await this.store.read(name, after));
    return decoded.map((event) => {
      if ('unreadable' in event)
        throw new Error(`Event ${event.id} of ${event.stream} cannot be read: ${event.unreadable}`);
      return event;
    });
  }

  remembered<State, E extends Message>(fold: Fold<State, E>, name: string): Folded<State> | undefined {
    return this.memory(fold).get(name) as Folded<State> | undefined;
  }

  remember<State, E extends Message>(fold: Fold<State, E>, name: string, folded: Folded<State>): void {
    const known = this.memory(fold).get(name);
    if (!known || known.revision <= folded.revision) this.memory(fold).set(name, folded);
  }

  forget<State, E extends Message>(fold: Fold<State, E>, name: string): void {
    this.memory(fold).delete(name);
  }

  /** Folds what was stored since the stream was remembered. */
  refresh<State, E extends Message>(fold: Fold<State, E>, name: string): Promise<Folded<State>> {
    const readings = entry(this.readings, fold as never, () => new Map<string, Reading>());
    const read = (): Promise<Folded<State>> => {
      const running = this.readOn(fold, name);
      const reading: Reading = { running };
      readings.set(name, reading);
      const settled = () => (reading.next ? undefined : readings.delete(name));
      running.then(settled, settled);
      return running;
    };
    const reading = readings.get(name);
    if (!reading) return read();
    return (reading.next ??= reading.running.then(read, read)) as Promise<Folded<State>>;
  }

  private async readOn<State, E extends Message>(fold: Fold<State, E>, name: string): Promise<Folded<State>> {
    const known = this.remembered(fold, name) ?? { state: fold.initial, revision: -1, done: new Map() };
    const events = await this.events(name, known.revision);
    if (events.length === 0) return known;
    const done = new Map(known.done);
    for (const event of events) done.set(event.metadata.command, [...(done.get(event.metadata.command) ?? []), event]);
    const state = (events as unknown as E[]).reduce(fold.evolve, known.state);
    const folded = { state, revision: events.at(-1)!.revision, done };
    this.remember(fold, name, folded);
    return folded;
  }

  private memory<State, E extends Message>(fold: Fold<State, E>): QuickLRU<string, Folded<unknown>> {
    return entry(
      this.memories,
      fold as never,
      () => new QuickLRU<string, Folded<unknown>>({ maxSize: REMEMBERED_STREAMS }),
    );
  }
}

const entry = <K, V>(map: Map<K, V>, key: K, create: () => V): V => {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
};
