/** A fact or a wish: a name and its data. Events are named in the past tense, commands in the imperative. */
export type Message<Type extends string = string, Data = unknown> = Readonly<{
  type: Type;
  data: Readonly<Data>;
}>;

/** What a kind of stream means to a reader: its category (the name before the dash) and a pure fold of its events. */
export type Fold<State, E extends Message> = Readonly<{
  category: string;
  initial: State;
  evolve(state: State, event: E): State;
}>;

/**
 * The pure core of one kind of stream. `decide` answers the events that a command causes in a state, none when it is done
 * already, or throws a DomainError. `evolve` never fails. Neither knows time, ids, prices or policies: these come in with
 * the command.
 */
export type Decider<State, C extends Message, E extends Message> = Fold<State, E> &
  Readonly<{ decide(command: C, state: State): E[] }>;

/** The state after the events, in their order. */
export const foldAll = <State, E extends Message>(
  { initial, evolve }: Pick<Fold<State, E>, 'initial' | 'evolve'>,
  events: readonly E[],
): State => events.reduce(evolve, initial);
