import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../storage/settings.js';
import { random } from '../webhooks/weather.js';

/** A fault that calls meet. One of `status`, `cut` or `slow_ms`. */
export type Fault = Readonly<{
  /** A call as the README lists it, such as `POST /v1/payment_intents/:id/capture`, or `*`. */
  call: string;
  /** Before the call took effect, or after: then it did, and its caller does not know. */
  when: 'before' | 'after';
  status?: number;
  /** The connection is cut instead of an answer. */
  cut?: boolean;
  /** Milliseconds that the call takes longer. */
  slow_ms?: number;
  /** The header `stripe-should-retry`; on 500 it is `false` unless told otherwise. */
  should_retry?: boolean;
  /** How many calls meet it; 1 when neither this nor `fraction` is given. */
  times?: number;
  /** The share of calls that meet it, chosen by `seed`. */
  fraction?: number;
  seed?: number;
}>;

const SETTING = 'faults';

/** The faults to come, kept over restarts. */
export function faults(settings: Settings) {
  const all = () => settings.get<readonly Fault[]>(SETTING, []);
  return {
    all,
    add: (fault: Fault): void => settings.set(SETTING, [...all(), fault]),
    clear: (): void => settings.set(SETTING, []),
    /** The fault that a call meets now; it is used up by that. */
    meet(call: string): Fault | undefined {
      let met: Fault | undefined;
      const after = all().flatMap((fault): Fault[] => {
        if (met || (fault.call !== '*' && fault.call !== call)) return [fault];
        if (fault.fraction !== undefined) {
          const { value, state } = random(fault.seed ?? 1);
          if (value < fault.fraction) met = fault;
          return [{ ...fault, seed: state }];
        }
        met = fault;
        const times = (fault.times ?? 1) - 1;
        return times > 0 ? [{ ...fault, times }] : [];
      });
      if (after.length > 0 || met) settings.set(SETTING, after);
      return met;
    },
  };
}
export type Faults = ReturnType<typeof faults>;

/** Waits as long as a slow fault says, at its place. */
export async function slow(fault: Fault | undefined, when: Fault['when']): Promise<void> {
  if (fault?.slow_ms && fault.when === when) await delay(fault.slow_ms);
}

/** The error that a fault answers with. */
export function faultBody(status: number): {
  error: { type: string; message: string; code?: string };
} {
  const message =
    'An unknown error occurred (a fault of the stand-in, asked for by its control route).';
  if (status === 402)
    return {
      error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
    };
  if (status === 429)
    return { error: { type: 'invalid_request_error', code: 'rate_limit', message } };
  if (status === 409)
    return { error: { type: 'invalid_request_error', code: 'lock_timeout', message } };
  return { error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message } };
}
