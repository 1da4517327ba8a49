import { CommandHandling } from '../src/platform/kernel/command-handling.js';
import { expect, jest } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import { DAY_MS } from '../src/platform/kernel/local-time.js';
import type { Courtly } from './courtly.js';
import type { PaidCourtly } from './paid-courtly.js';
import { runOperatorCommand } from './reconcile.js';

/** The points before and after a call to Stripe, and before and after recording its result. */
export const callPoints = [
  'before the call',
  'after the call',
  'before the note',
  'after the note',
] as const;
export type CallPoint = (typeof callPoints)[number];

/** The number of kills at each point: `KILLS=100 npm run test:slow -- kill`. */
export const killsPerPoint = Number(process.env.KILLS ?? 20);

/** For a busy machine. A quiet one needs a tenth of this. */
export const maxDurationMs = 60_000 + killsPerPoint * 2_000;

const FIRST_DAY = 20;

/** Yields the hours of a court that can be canceled for free, one day after another. */
export async function* freeSlots(courtly: Courtly, courtId: string): AsyncGenerator<Slot, never> {
  for (let day = FIRST_DAY; ; day++)
    yield* await courtly.slots(
      courtId,
      new Date(Date.now() + day * DAY_MS).toISOString().slice(0, '2027-03-10'.length),
    );
}

/** Simulates that a process was killed. */
export class Killed extends Error {}

type Method = (...callArguments: readonly unknown[]) => Promise<unknown>;
type Owner = Record<string, Method>;

/** Simulates kills with exceptions. For SIGKILL, see `npm run bench -- kills`. */
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
    /** Sets the next point at which to end the process, or none. */
    arm(point: Point | null) {
      armed = point;
    },
    kills: () => kills,
    reset() {
      kills = 0;
    },
    /** Adds points around a method. `nameOf` returns the name of the call, or null to skip it. */
    around(
      owner: object,
      method: string,
      nameOf: (callArguments: readonly unknown[]) => string | null,
    ) {
      const original = (owner as Owner)[method]!.bind(owner);
      jest
        .spyOn(owner as Owner, method)
        .mockImplementation(async (...callArguments: readonly unknown[]) => {
          const pointName = nameOf(callArguments);
          if (pointName) die(`before ${pointName}`);
          const response = await original(...callArguments);
          if (pointName) die(`after ${pointName}`);
          return response;
        });
    },
  };
};

/** Points around Stripe calls, and around the next command of the `noted` decider. */
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

/** Expects that neither the log nor Stripe shows any trace of the kills. */
export const expectCleanMoney = async (paidCourtly: PaidCourtly): Promise<void> => {
  for (const command of [['verify'], ['payments', 'reconcile']]) {
    const { code, printed, noted } = await runOperatorCommand(paidCourtly, ...command);
    expect({ command, code, output: code === 0 ? [] : [...printed, ...noted] }).toEqual({
      command,
      code: 0,
      output: [],
    });
  }
};
