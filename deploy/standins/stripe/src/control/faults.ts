import { setTimeout as delay } from 'node:timers/promises';
import type { SettingsStore } from '../storage/settings.js';
import { nextRandom } from '../webhooks/delivery-rules.js';

/** A fault to inject into calls. Has one of `status`, `cut`, or `slow_ms`. */
export type CallFault = Readonly<{
  /**
   * A call in the notation of the README, such as `POST /v1/payment_intents/:id/capture`, or `*`.
   */
  call: string;
  /**
   * Whether the fault happens before the call takes effect, or after it, when the caller does not
   * receive the result.
   */
  when: 'before' | 'after';
  status?: number;
  /** Cuts the connection instead of responding. */
  cut?: boolean;
  /** Delay in milliseconds. */
  slow_ms?: number;
  /** Value of the `stripe-should-retry` header. The default is `false` for status 500 and above. */
  should_retry?: boolean;
  /** Number of calls affected; 1 if neither this nor `fraction` is set. */
  times?: number;
  /** Fraction of calls affected, chosen with `seed`. */
  fraction?: number;
  seed?: number;
}>;

const FAULTS_SETTING = 'faults';

/** Pending faults, which survive restarts. */
export function createFaultStore(settingsStore: SettingsStore) {
  const allFaults = () => settingsStore.get<readonly CallFault[]>(FAULTS_SETTING, []);
  return {
    all: allFaults,
    add: (pendingFault: CallFault): void =>
      settingsStore.set(FAULTS_SETTING, [...allFaults(), pendingFault]),
    clear: (): void => settingsStore.set(FAULTS_SETTING, []),
    /** Returns the fault for this call, if any, and consumes it. */
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

/** Applies the delay of a slow fault at the given time. */
export async function delayForFault(
  callFault: CallFault | undefined,
  faultTiming: CallFault['when'],
): Promise<void> {
  if (callFault?.slow_ms && callFault.when === faultTiming) await delay(callFault.slow_ms);
}

/** The error body of a fault. */
export function buildFaultBody(httpStatus: number): {
  error: { type: string; message: string; code?: string };
} {
  const errorMessage = 'An unknown error occurred (a fault injected by the control route).';
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
