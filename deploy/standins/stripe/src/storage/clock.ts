import type { SettingsStore } from './settings.js';

/**
 * The server's clock in Unix seconds: system time plus the offset that tests have added. It never
 * goes back, and the offset survives restarts. `readTime` returns Unix milliseconds.
 */
export function createClock(settingsStore: SettingsStore, readTime: () => number = Date.now) {
  let offsetSeconds = settingsStore.get('clock-moved', 0);
  let pinnedSeconds: number | undefined;
  const nowSeconds = () => pinnedSeconds ?? Math.floor(readTime() / 1000) + offsetSeconds;
  return {
    now: nowSeconds,
    /** Milliseconds until the clock reaches `targetSeconds` if it is not moved. */
    untilMs: (targetSeconds: number) =>
      Math.max(0, (targetSeconds - offsetSeconds) * 1000 - readTime()),
    advance(addedSeconds: number): void {
      settingsStore.set('clock-moved', offsetSeconds + addedSeconds);
      offsetSeconds += addedSeconds;
    },
    /**
     * Runs work with the clock pinned to a time, such as the due time of a timer that the clock has
     * passed.
     */
    runAt<Result>(pinnedTime: number, runWork: () => Result): Result {
      const previousPin = pinnedSeconds;
      pinnedSeconds = pinnedTime;
      try {
        return runWork();
      } finally {
        pinnedSeconds = previousPin;
      }
    },
  };
}
export type EngineClock = ReturnType<typeof createClock>;
