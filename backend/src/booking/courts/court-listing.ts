import type { Policy } from '@courtly/contracts/policy';
import { type Person, hasHostApproval } from '../../people/identity/person.js';

/**
 * Whether players find the courts of a host: those of all hosts who are not suspended, or only of
 * those who are approved, too (domain rules, G21).
 */
export const isHostListed = (
  host: Pick<Person, 'roles' | 'suspension'> | null,
  { hostApproval }: Pick<Policy, 'hostApproval'>,
): boolean =>
  !host?.suspension && (!hostApproval.listing || (host !== null && hasHostApproval(host)));
