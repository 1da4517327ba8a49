import type { Policy } from '@courtly/contracts/policy';
import { type Person, isApprovedHost } from '../../people/identity/person.js';

/** Whether players find the courts of a host: all, or those of approved hosts (domain rules, G21). */
export const isHostListed = (
  host: Pick<Person, 'roles' | 'suspension'> | null,
  { hostApproval }: Pick<Policy, 'hostApproval'>,
): boolean => !hostApproval.listing || (host !== null && isApprovedHost(host));
