import { HOUR_MS } from '../../platform/kernel/local-time.js';

/** A step that has been due for longer is overdue, unless it waits for a person or a bank. */
export const OVERDUE_HOURS = 6;
export const OVERDUE_AFTER_MS = OVERDUE_HOURS * HOUR_MS;
/**
 * Payments are overdue sooner, because an authorization expires, and a booking can start before its
 * charge.
 */
export const PAYMENT_OVERDUE_AFTER_MS = HOUR_MS;

/** The next step that is owed for a payment, a payout, or a membership. Instants are UTC. */
export type OpenObligation<What extends string> = Readonly<{
  /** Null if nothing is owed. */
  what: What | null;
  amountCents: number;
  since: string | null;
  /** Later than `since` for deadlines and retries. */
  dueAt: string | null;
  /** Consecutive refusals. */
  attempts: number;
  lastRefusal: Readonly<{ code: string; tryAgainAt: string }> | null;
}>;

export const noObligation = {
  what: null,
  amountCents: 0,
  since: null,
  dueAt: null,
  attempts: 0,
  lastRefusal: null,
} as const satisfies OpenObligation<string>;

export const laterOf = (instant: string, otherInstant: string | null): string =>
  otherInstant !== null && otherInstant > instant ? otherInstant : instant;
