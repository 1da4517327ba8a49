import type { User } from '@courtly/contracts/identity';
import { canHost } from '../../resources/session/permissions';

const VERIFIED_FROM = 4.5;

const roles: Record<User['role'], string> = { player: 'Player', owner: 'Host', host: 'Host', admin: 'Admin' };

/** What a person is in the club, in one word. */
export const roleLabel = ({ role }: Pick<User, 'role'>): string => roles[role];

/** Who carries the badge `Elite Verified`: hosts, and players from skill level 4.5 (product rules, section 2). */
export const isEliteVerified = (user: User): boolean =>
  canHost(user) || Number.parseFloat(user.skillLevel ?? '0') >= VERIFIED_FROM;
