import type { AnyProcess, Job } from '../../platform/processes/process.js';

/** Identifies the process that reads hosts' accounts, for code that adds jobs to it. */
export const accountsProcess = { name: 'payoutAccounts', queue: 'money' } as const satisfies Pick<
  AnyProcess,
  'name' | 'queue'
>;

/**
 * At least one of the ids is set. `hostId` selects the host's recorded account; `accountId` selects
 * an account that names its host.
 */
export type AccountJobData = Readonly<{ hostId: string | null; accountId: string | null }>;

/** @param causeId the id of the trigger; the same trigger adds only one job */
export const accountJob = (causeId: string, jobData: AccountJobData): Job<AccountJobData> => ({
  id: `account.${causeId}`,
  due: null,
  data: jobData,
});
