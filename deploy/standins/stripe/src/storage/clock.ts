import type { Settings } from './settings.js';

/**
 * The one clock of the server, in unix seconds: the machine's, moved forward by what tests have added. It never goes back,
 * and the move is kept over restarts.
 */
export function clock(settings: Settings) {
  let moved = settings.get('clock-moved', 0);
  let standing: number | undefined;
  const now = () => standing ?? Math.floor(Date.now() / 1000) + moved;
  return {
    now,
    /** Milliseconds until the clock shows `at`, if nobody moves it. */
    untilMs: (at: number) => Math.max(0, (at - moved) * 1000 - Date.now()),
    advance(seconds: number): void {
      moved += seconds;
      settings.set('clock-moved', moved);
    },
    /** Runs work as if it were done at a time, such as that of a timer which the clock was moved past. */
    at<Result>(time: number, work: () => Result): Result {
      const before = standing;
      standing = time;
      try {
        return work();
      } finally {
        standing = before;
      }
    },
  };
}
export type Clock = ReturnType<typeof clock>;
