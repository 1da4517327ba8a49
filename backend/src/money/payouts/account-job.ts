import type { AnyProcess, Job } from '../../platform/processes/process.js';

/** The process by which the accounts of hosts are read anew, for who hears of one. */
export const accountsProcess = { name: 'payoutAccounts', queue: 'effects' } as const satisfies Pick<
  AnyProcess,
  'name' | 'queue'
>;

export type HostOfAccount = Readonly<{ hostId: string; accountId: string | null }>;

/** @param cause what tells of the account; the same one makes no second job */
export const accountJob = (cause: string, data: HostOfAccount): Job<HostOfAccount> => ({
  id: `account.${cause}`,
  due: null,
  data,
});
