import type { AnyProcess, Job } from '../../platform/processes/process.js';

/** Identifies the process that reloads hosts' accounts, for callers that add jobs. */
export const accountsProcess = { name: 'payoutAccounts', queue: 'money' } as const satisfies Pick<
  AnyProcess,
  'name' | 'queue'
>;

/**
 * At least one id is set. `hostId` selects the host's recorded account; `accountId`, an account
 * that names its host.
 */
export type AccountJobData = Readonly<{ hostId: string | null; accountId: string | null }>;

/** @param causeId id of the trigger; the same trigger adds only one job */
export const accountJob = (causeId: string, jobData: AccountJobData): Job<AccountJobData> => ({
  id: `account.${causeId}`,
  due: null,
  data: jobData,
});
