import type { Policy } from '@courtly/contracts/policy';
import { type Person, hasHostApproval } from '../../people/identity/person.js';

/**
 * Whether the policy pays only approved hosts, and this one is not approved (domain rules, G21). A
 * deleted account has no email and no roles. It may still be owed money, after a dispute.
 */
export const lacksPayoutApproval = (
  host: Pick<Person, 'roles' | 'email'> | null,
  { hostApproval }: Pick<Policy, 'hostApproval'>,
): boolean =>
  hostApproval.payouts && !(host !== null && (hasHostApproval(host) || host.email === ''));
