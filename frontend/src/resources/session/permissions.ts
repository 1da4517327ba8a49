import type { User } from '@courtly/contracts/identity';

/** Owners and hosts can do the same: both can list courts (domain rules, G23). */
export const canHost = (user: Pick<User, 'role'> | null): boolean =>
  user?.role === 'owner' || user?.role === 'host';

export const canAdminister = (user: Pick<User, 'role'> | null): boolean => user?.role === 'admin';

/** Whether the user has at least this tier; every signed-in user has `free`. */
export const hasTier = (
  user: Pick<User, 'membershipTier'> | null,
  tier: User['membershipTier'],
): boolean => user !== null && (tier === 'free' || user.membershipTier === tier);
