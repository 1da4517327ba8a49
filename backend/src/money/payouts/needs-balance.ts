import { DAY_MS } from '../../platform/kernel/local-time.js';
import { laterOf } from '../settlement/open-obligation.js';
import type { Payout } from './payout.js';

/** Two business days, a weekend, and a holiday. */
const SETTLEMENT_MS = 5 * DAY_MS;

/**
 * When a due transfer needs Courtly's available balance (UTC). A charge funds its first transfer
 * until the charge has settled. `chargedAt` is null if it cannot (`isFundedByCharge`).
 */
export const needsBalanceAt = (
  dueAt: string,
  { transfers }: Pick<Payout, 'transfers'>,
  chargedAt: string | null,
): string =>
  chargedAt === null || Object.keys(transfers).length > 0
    ? dueAt
    : laterOf(dueAt, new Date(Date.parse(chargedAt) + SETTLEMENT_MS).toISOString());
