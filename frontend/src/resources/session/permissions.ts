import type { User } from '@courtly/contracts/identity';

/** Owners and hosts are one capability: both may list courts (domain rules, G23). */
export const canHost = (user: Pick<User, 'role'> | null): boolean => user?.role === 'owner' || user?.role === 'host';

/** Who runs the club. */
export const canAdminister = (user: Pick<User, 'role'> | null): boolean => user?.role === 'admin';
