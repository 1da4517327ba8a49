import type { AnyProcess, Job } from '../../platform/processes/process.js';

/** Identifies the process that records payouts and top-ups, for code that adds jobs to it. */
export const platformPayoutsProcess = {
  name: 'platformPayouts',
  queue: 'money',
} as const satisfies Pick<AnyProcess, 'name' | 'queue'>;

/** A single payout or top-up. A null `payoutId` means all payouts and top-ups. */
export type PlatformPayoutJobData = Readonly<{ payoutId: string | null } | { topUpId: string }>;

/** @param causeId the id of the trigger; the same trigger adds only one job */
export const platformPayoutJob = (
  causeId: string,
  data: PlatformPayoutJobData,
): Job<PlatformPayoutJobData> => ({ id: `platformPayout.${causeId}`, due: null, data });
