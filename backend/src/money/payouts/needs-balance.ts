import { DAY_MS } from '../../platform/kernel/local-time.js';
import { laterOf } from '../settlement/open-obligation.js';
import type { Payout } from './payout.js';

/** Two business days, a weekend, and a holiday. */
const SETTLEMENT_MS = 5 * DAY_MS;

/**
 * When a transfer that is due at an instant (UTC) needs Courtly's available balance. The first
 * transfer of a charge that is large enough names it, so the charge funds it until it has settled.
 * `chargedAt` is null if no charge funds the transfer (`isFundedByCharge`).
 */
export const needsBalanceAt = (
  dueAt: string,
  { transfers }: Pick<Payout, 'transfers'>,
  chargedAt: string | null,
): string =>
  chargedAt === null || Object.keys(transfers).length > 0
    ? dueAt
    : laterOf(dueAt, new Date(Date.parse(chargedAt) + SETTLEMENT_MS).toISOString());
