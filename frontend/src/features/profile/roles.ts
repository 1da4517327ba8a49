import type { User } from '@courtly/contracts/identity';

const roleLabels: Record<User['role'], string> = {
  player: 'Player',
  owner: 'Host',
  host: 'Host',
  admin: 'Admin',
};

export const roleLabel = ({ role }: Pick<User, 'role'>): string => roleLabels[role];

/**
 * Active members and approved hosts earn the badge (domain rules, G39); a self-reported level or
 * listing a court without approval does not.
 */
export const isEliteVerified = ({ membershipTier, role }: User): boolean =>
  membershipTier === 'elite' || role === 'host';
