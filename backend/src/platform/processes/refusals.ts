import { HOUR_MS, MINUTE_MS } from '../kernel/local-time.js';

/** After this many consecutive refusals of Stripe, an admin has to decide. */
export const MAX_REFUSALS = 10;

const FIRST_RETRY_MS = 5 * MINUTE_MS;
export const MAX_RETRY_MS = 24 * HOUR_MS;

/** Retries after 5, 10, 20, ... minutes, and at most after a day. Instants are UTC. */
export const retryAfterRefusal = (refusedAt: string, attempts: number): string =>
  new Date(
    Date.parse(refusedAt) + Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS),
  ).toISOString();
