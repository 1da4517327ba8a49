import { settlement } from '../../money/settlement/settlement.process.js';
import type { StripeEventJob } from '../../money/settlement/stripe-event-jobs.js';
import { payoutJob, payoutSettlement } from '../../money/payouts/payout-job.js';
import { membershipSettlement } from '../../people/membership/member-of.js';
import type { Difference } from '../../verify/reconciliation/reconciliation.service.js';

/**
 * One job for each object that differs. The job reads the object, because Stripe no longer lists
 * events that are older than 30 days.
 */
export const differenceJobs = (
  differences: readonly Pick<Difference, 'object'>[],
  currentInstant: string,
): StripeEventJob[] => {
  const objects = new Map(differences.map(({ object }) => [JSON.stringify(object), object]));
  const time = Date.parse(currentInstant);
  return [...objects.values()].flatMap((object): StripeEventJob[] => {
    if (!object) return [];
    if ('userId' in object) {
      const id = `member.${object.userId}.${object.paidBy ?? ''}.${time}`;
      return [{ process: membershipSettlement, job: { id, due: null, data: object } }];
    }
    const { bookingId } = object;
    const settling = { id: `settle.${bookingId}.${time}`, due: null, data: object };
    return [
      { process: settlement, job: settling },
      { process: payoutSettlement, job: payoutJob(`${bookingId}.${time}`, bookingId) },
    ];
  });
};
