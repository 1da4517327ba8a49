import type { Policy } from '@courtly/contracts/policy';
import { type Person, hasHostApproval } from '../../people/identity/person.js';

/**
 * Whether players can find a host's courts: the courts of suspended hosts are never listed, and
 * those of unapproved hosts only if the policy says so (G21).
 */
export const isHostListed = (
  host: Pick<Person, 'roles' | 'suspension'> | null,
  { hostApproval }: Pick<Policy, 'hostApproval'>,
): boolean =>
  !host?.suspension && (!hostApproval.listing || (host !== null && hasHostApproval(host)));
