import type { User } from '@courtly/contracts/identity';

const roles: Record<User['role'], string> = {
  player: 'Player',
  owner: 'Host',
  host: 'Host',
  admin: 'Admin',
};

/** What a person is in the club, in one word. */
export const roleLabel = ({ role }: Pick<User, 'role'>): string => roles[role];

/**
 * Who carries the badge `Elite Verified`: members in good standing (domain rules, G39). What people say of themselves, a level or
 * that they host, earns no badge.
 */
export const isEliteVerified = ({ membershipTier }: User): boolean => membershipTier === 'elite';
