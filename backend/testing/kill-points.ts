import { jest } from '@jest/globals';
import { CommandHandling } from '../src/platform/kernel/command-handling.js';
import type { Courtly } from './courtly.js';

/** Where a process may end: around the call to Stripe, and around the note of what became of it. */
export const callPoints = [
  'before the call',
  'after the call',
  'before the note',
  'after the note',
] as const;
export type CallPoint = (typeof callPoints)[number];

/** What a process that ends throws, to whoever waits for it. */
export class Killed extends Error {}

type Method = (...given: readonly unknown[]) => Promise<unknown>;
type Owner = Record<string, Method>;

/** A process of this test ends at one point at a time, by an exception; SIGKILL is for `npm run bench -- kills`. */
export const killPoints = <Point extends string>() => {
  let armed: Point | null = null;
  let kills = 0;
  const die = (at: string) => {
    if (armed !== at) return;
    armed = null;
    kills++;
    throw new Killed(at);
  };
  return {
    /** The point at which it ends next; null where it goes on. */
    arm(point: Point | null) {
      armed = point;
    },
    /** How often it has ended. */
    kills: () => kills,
    reset() {
      kills = 0;
    },
    /** Sets points before and after each call of a method: `what` names what it does, or null where it is no point. */
    around(owner: object, method: string, what: (given: readonly unknown[]) => string | null) {
      const original = (owner as Owner)[method]!.bind(owner);
      jest
        .spyOn(owner as Owner, method)
        .mockImplementation(async (...given: readonly unknown[]) => {
          const named = what(given);
          if (named) die(`before ${named}`);
          const answer = await original(...given);
          if (named) die(`after ${named}`);
          return answer;
        });
    },
  };
};

/** The points around these calls to Stripe, and around the notes of a decider that follow one. */
export const aroundCalls = (
  { app }: Courtly,
  calls: object,
  methods: readonly string[],
  noted: object,
) => {
  const points = killPoints<CallPoint>();
  let called = false;
  for (const method of methods)
    points.around(calls, method, () => {
      called = true;
      return 'the call';
    });
  const handling = app.get(CommandHandling, { strict: false });
  points.around(handling, 'handle', ([decider]) =>
    called && decider === noted ? 'the note' : null,
  );
  return {
    ...points,
    arm(point: CallPoint) {
      called = false;
      points.arm(point);
    },
  };
};
