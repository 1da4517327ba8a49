import type { User } from '@courtly/contracts/identity';

/** Owners and hosts are one capability: both may list courts (domain rules, G23). */
export const canHost = (user: Pick<User, 'role'> | null): boolean =>
  user?.role === 'owner' || user?.role === 'host';

/** Who runs the club. */
export const canAdminister = (user: Pick<User, 'role'> | null): boolean => user?.role === 'admin';

/** Whether somebody's membership reaches a tier; everybody who is signed in is `free` at least. */
export const hasTier = (
  user: Pick<User, 'membershipTier'> | null,
  tier: User['membershipTier'],
): boolean => user !== null && (tier === 'free' || user.membershipTier === tier);
