/**
 * The number of players that a replay stores per discipline and order, and that its CSV contains.
 */
export const MOST_STANDINGS = 10_000;

/** How long a replay is evidence for its formula, from its instant. */
export const EVIDENCE_DAYS = 30;

const DAY_MS = 86_400_000;

/** Whether a replay as of an instant is still evidence at `at` (both UTC). */
export const isRecentEvidence = (asOf: string, at: string): boolean =>
  Date.parse(at) - Date.parse(asOf) <= EVIDENCE_DAYS * DAY_MS;
