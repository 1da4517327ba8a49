import { HOUR_MS } from '../../platform/kernel/local-time.js';

/** A step that has been due for longer is overdue, unless it waits for a person or a bank. */
export const OVERDUE_HOURS = 6;
export const OVERDUE_AFTER_MS = OVERDUE_HOURS * HOUR_MS;

/**
 * The next step that is owed for a payment, a payout, or a membership. `what` and `amountCents` are
 * owed since `since` and due from `dueAt` (UTC), which is later for deadlines and retries. `attempts`
 * counts consecutive refusals. If nothing is owed, `what` is null.
 */
export type OpenObligation<What extends string> = Readonly<{
  what: What | null;
  amountCents: number;
  since: string | null;
  dueAt: string | null;
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
