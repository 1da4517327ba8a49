import { setTimeout as delay } from 'node:timers/promises';

const RETRY_DELAY_MS = 1_000;

/**
 * Retries work that failed because the log was unavailable, once a second until it succeeds or the
 * signal aborts. Rethrows errors for which `isFinal` returns true.
 */
export const retryUntilDone = async (
  work: () => Promise<void>,
  signal: AbortSignal,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<void> => {
  for (;;) {
    await delay(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      return await work();
    } catch (error) {
      if (isFinal(error)) throw error;
    }
  }
};
