const PROBE_EVERY_MS = 5_000;
const UNANSWERED = 4;

/**
 * How long a process may be silent, in milliseconds. Stopped or swapped out for ten seconds, or slow under load, it lives on:
 * only one that answers nothing in all this time hangs.
 */
export const SILENT_MS = PROBE_EVERY_MS * UNANSWERED;

/** Resolves, within the time given, to whether an answer came; it never rejects. @typedef {(withinMs: number) => Promise<boolean>} Probe */

/**
 * Probes every 5 s, and acts once when four probes in a row have brought no answer: 20 s after the first of them was sent.
 * Each probe waits as long, so that late answers count; counting probes, not time, forgives a launcher that was stopped itself.
 * @param {Probe} answers
 * @param {number | undefined} everyMs another pace, for tests
 * @param {(seconds: number) => void} act is told how long it was silent
 * @returns {() => void} stops it
 */
export function onSilence(answers, everyMs = PROBE_EVERY_MS, act) {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered === UNANSWERED) {
      clearInterval(timer);
      act((everyMs * UNANSWERED) / 1000);
      return;
    }
    unanswered += 1;
    void answers(everyMs * UNANSWERED).then((answered) => {
      if (answered) unanswered = 0;
    });
  }, everyMs);
  return () => clearInterval(timer);
}
