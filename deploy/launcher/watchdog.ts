const PROBE_INTERVAL_MS = 5_000;
const UNANSWERED_LIMIT = 4;

/**
 * The maximum time without a response, in milliseconds. A process that is stopped, swapped out, or
 * slow for ten seconds recovers. One that sends no response in this time hangs.
 */
export const SILENT_MS = PROBE_INTERVAL_MS * UNANSWERED_LIMIT;

/** Resolves to whether a response arrived within `timeoutMs`, and never rejects. */
export type Probe = (timeoutMs: number) => Promise<boolean>;

/**
 * Probes every 5 s, each for up to 20 s, and calls `onSilence` once after four unanswered probes in
 * a row. Counts probes, not time, in case the launcher itself was stopped.
 * @returns a function that stops watching
 */
export function watchForSilence(
  probe: Probe,
  intervalMs: number = PROBE_INTERVAL_MS,
  onSilence: (silentSeconds: number) => void,
): () => void {
  const timeoutMs = intervalMs * UNANSWERED_LIMIT;
  let unansweredProbes = 0;
  const probeTimer = setInterval(() => {
    if (unansweredProbes === UNANSWERED_LIMIT) {
      clearInterval(probeTimer);
      onSilence(timeoutMs / 1000);
      return;
    }
    unansweredProbes += 1;
    void probe(timeoutMs).then((answered) => {
      if (answered) unansweredProbes = 0;
    });
  }, intervalMs);
  return () => clearInterval(probeTimer);
}
