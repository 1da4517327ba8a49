import type { SettingsStore } from './settings.js';

/**
 * The one clock of the server, in unix seconds: the machine's, moved forward by what tests have added. It never goes back,
 * and the move is kept over restarts.
 */
export function createClock(settingsStore: SettingsStore) {
  let offsetSeconds = settingsStore.get('clock-moved', 0);
  let pinnedSeconds: number | undefined;
  const nowSeconds = () => pinnedSeconds ?? Math.floor(Date.now() / 1000) + offsetSeconds;
  return {
    now: nowSeconds,
    /** Milliseconds until the clock shows `at`, if nobody moves it. */
    untilMs: (targetSeconds: number) =>
      Math.max(0, (targetSeconds - offsetSeconds) * 1000 - Date.now()),
    advance(addedSeconds: number): void {
      offsetSeconds += addedSeconds;
      settingsStore.set('clock-moved', offsetSeconds);
    },
    /** Runs work as if it were done at a time, such as that of a timer which the clock was moved past. */
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
