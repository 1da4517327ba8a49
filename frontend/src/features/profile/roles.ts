import type { User } from '@courtly/contracts/identity';

const roleLabels: Record<User['role'], string> = {
  player: 'Player',
  owner: 'Host',
  host: 'Host',
  admin: 'Admin',
};

export const roleLabel = ({ role }: Pick<User, 'role'>): string => roleLabels[role];

/**
 * Only active membership earns the badge (domain rules, G39); a self-reported level or hosting does
 * not.
 */
export const isEliteVerified = ({ membershipTier }: User): boolean => membershipTier === 'elite';
