import { expect } from '@jest/globals';
import type { ErrorCode } from '@courtly/contracts/errors';
import { type Decider, type Message, foldAll } from '../src/platform/kernel/decider.js';

/** `given(...events).when(command).then(...events)` for deciders. */
export const specification =
  <State, C extends Message, E extends Message>(decider: Omit<Decider<State, C, E>, 'category'>) =>
  (...events: E[]) => ({
    when: (command: C) => {
      const decide = () => decider.decide(command, foldAll(decider, events));
      return {
        then: (...expected: E[]) => expect(decide()).toEqual(expected),
        thenRefused: (code: ErrorCode) => expect(decide).toThrow(expect.objectContaining({ code })),
        thenNothing: () => expect(decide()).toEqual([]),
      };
    },
  });
