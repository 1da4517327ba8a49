import {
  type PolicyEvent,
  type PolicyVersionEvent,
  isPolicyVersion,
} from '../people/policies/policy.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';

type Version = Pick<PolicyVersionEvent['data'], 'policyId' | 'effectiveAt'> &
  Readonly<{ needsApproval: boolean }>;

/** Whether payouts need an approved host, and since when (UTC; empty if always). */
export type PayoutPolicy = Readonly<{ needsApproval: boolean; since: string }>;

/** Follows the versions of the policy. */
export const payoutPolicies = () => {
  let versions: readonly Version[] = [];
  return {
    takeEvent(event: RecordedEvent) {
      if (event.type === 'PolicyWithdrawn') {
        const { policyId } = (event as unknown as PolicyEvent).data;
        versions = versions.filter((version) => version.policyId !== policyId);
      }
      if (!isPolicyVersion(event.type)) return;
      const { policyId, effectiveAt, values } = event.data as PolicyVersionEvent['data'];
      const needsApproval = values['hostApproval.payouts'] === true;
      versions = [...versions, { policyId, effectiveAt, needsApproval }].sort((one, other) =>
        one.effectiveAt < other.effectiveAt ? -1 : one.effectiveAt > other.effectiveAt ? 1 : 0,
      );
    },
    /** The rule in force at an instant (UTC). */
    at(instant: string): PayoutPolicy {
      return versions
        .filter(({ effectiveAt }) => effectiveAt <= instant)
        .reduce<PayoutPolicy>(
          (rule, { needsApproval, effectiveAt }) =>
            rule.needsApproval === needsApproval ? rule : { needsApproval, since: effectiveAt },
          { needsApproval: false, since: '' },
        );
    },
  };
};
