import type { AnyProcess, Job } from '../../platform/processes/process.js';

/** Identifies the process that pays hosts, for code that adds jobs to it. */
export const payoutSettlement = { name: 'payouts', queue: 'money' } as const satisfies Pick<
  AnyProcess,
  'name' | 'queue'
>;

/** @param causeId the id of the trigger; the same trigger adds only one job */
export const payoutJob = (
  causeId: string,
  bookingId: string,
): Job<Readonly<{ bookingId: string }>> => ({
  id: `payout.${causeId}`,
  due: null,
  data: { bookingId },
});
