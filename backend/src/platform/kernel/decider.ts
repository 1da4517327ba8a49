import type { LiveEvents } from './events.js';

/** An event (past tense) or a command (imperative). */
export type Message<Type extends string = string, Data = unknown> = Readonly<{
  type: Type;
  data: Readonly<Data>;
}>;

/** A category of streams (the name before the dash) and a pure fold of its events. */
export type Fold<State, E extends Message> = Readonly<{
  category: string;
  initial: State;
  evolve(state: State, event: E): State;
}>;

/**
 * A fold whose streams can be read from memory, because every deciding process subscribes to
 * `liveEvents`. The type prevents reads from memory for categories without a subscription.
 */
export type Live = Readonly<{ liveEvents: LiveEvents }>;
export type LiveFold<State, E extends Message> = Fold<State, E> & Live;

/**
 * The pure core of one category of streams. `decide` returns the events that a command causes (none
 * if it is already done) or throws a DomainError. `evolve` never fails. Time, ids, prices, and
 * policies arrive in the command.
 */
export type Decider<State, C extends Message, E extends Message> = Fold<State, E> &
  Readonly<{ decide(command: C, state: State): E[] }>;

export const foldAll = <State, E extends Message>(
  { initial, evolve }: Pick<Fold<State, E>, 'initial' | 'evolve'>,
  events: readonly E[],
): State => events.reduce(evolve, initial);
