import { setTimeout as delay } from 'node:timers/promises';
import type { SettingsStore } from '../storage/settings.js';
import { nextRandom } from '../webhooks/delivery-rules.js';

/** A fault that calls meet. One of `status`, `cut` or `slow_ms`. */
export type CallFault = Readonly<{
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

const FAULTS_SETTING = 'faults';

/** The faults to come, kept over restarts. */
export function createFaultStore(settingsStore: SettingsStore) {
  const allFaults = () => settingsStore.get<readonly CallFault[]>(FAULTS_SETTING, []);
  return {
    all: allFaults,
    add: (pendingFault: CallFault): void =>
      settingsStore.set(FAULTS_SETTING, [...allFaults(), pendingFault]),
    clear: (): void => settingsStore.set(FAULTS_SETTING, []),
    /** The fault that a call meets now; it is used up by that. */
    takeFault(callName: string): CallFault | undefined {
      let matchedFault: CallFault | undefined;
      const remainingFaults = allFaults().flatMap((pendingFault): CallFault[] => {
        if (matchedFault || (pendingFault.call !== '*' && pendingFault.call !== callName))
          return [pendingFault];
        if (pendingFault.fraction !== undefined) {
          const { value, state } = nextRandom(pendingFault.seed ?? 1);
          if (value < pendingFault.fraction) matchedFault = pendingFault;
          return [{ ...pendingFault, seed: state }];
        }
        matchedFault = pendingFault;
        const remainingTimes = (pendingFault.times ?? 1) - 1;
        return remainingTimes > 0 ? [{ ...pendingFault, times: remainingTimes }] : [];
      });
      if (remainingFaults.length > 0 || matchedFault)
        settingsStore.set(FAULTS_SETTING, remainingFaults);
      return matchedFault;
    },
  };
}
export type FaultStore = ReturnType<typeof createFaultStore>;

/** Waits as long as a slow fault says, at its place. */
export async function delayForFault(
  callFault: CallFault | undefined,
  faultTiming: CallFault['when'],
): Promise<void> {
  if (callFault?.slow_ms && callFault.when === faultTiming) await delay(callFault.slow_ms);
}

/** The error that a fault answers with. */
export function buildFaultBody(httpStatus: number): {
  error: { type: string; message: string; code?: string };
} {
  const errorMessage =
    'An unknown error occurred (a fault of the stand-in, asked for by its control route).';
  if (httpStatus === 402)
    return {
      error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
    };
  if (httpStatus === 429)
    return { error: { type: 'invalid_request_error', code: 'rate_limit', message: errorMessage } };
  if (httpStatus === 409)
    return {
      error: { type: 'invalid_request_error', code: 'lock_timeout', message: errorMessage },
    };
  return {
    error: {
      type: httpStatus < 500 ? 'invalid_request_error' : 'api_error',
      message: errorMessage,
    },
  };
}
