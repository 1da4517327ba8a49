import type { AnyProcess, Job } from '../../platform/processes/process.js';

/**
 * Identifies the process that records payouts, top-ups, fees, and reserves of the platform, for
 * code that adds jobs to it.
 */
export const platformPayoutsProcess = {
  name: 'platformPayouts',
  queue: 'money',
} as const satisfies Pick<AnyProcess, 'name' | 'queue'>;

/** A single payout or top-up. A null `payoutId` means all payouts and top-ups. */
export type PlatformPayoutJobData = Readonly<{ payoutId: string | null } | { topUpId: string }>;

/** `newTransactions` means the fees and reserves that the log lacks. */
export type PlatformBalanceJobData = PlatformPayoutJobData | Readonly<{ newTransactions: true }>;

/** @param causeId the id of the trigger; the same trigger adds only one job */
export const platformPayoutJob = (
  causeId: string,
  data: PlatformPayoutJobData,
): Job<PlatformBalanceJobData> => ({ id: `platformPayout.${causeId}`, due: null, data });

export const platformTransactionsJob = (causeId: string): Job<PlatformBalanceJobData> => ({
  id: `platformTransactions.${causeId}`,
  due: null,
  data: { newTransactions: true },
});
