import type { User } from '@courtly/contracts/identity';
import type { Actor } from '../../platform/kernel/events.js';

/** Provided by the membership slice. */
export type MembershipTiers = Readonly<{
  /** The current tier; `free` if it cannot be read. */
  tierOf(userId: string): Promise<User['membershipTier']>;
  /** Reads the read model, for lists. */
  membersAmong(userIds: readonly string[]): Promise<ReadonlySet<string>>;
}>;

/** Always false for visitors. */
export const isElite = async (
  membershipTiers: MembershipTiers,
  { id, role }: Actor,
): Promise<boolean> => role !== 'visitor' && (await membershipTiers.tierOf(id)) === 'elite';

export const MEMBERSHIP_TIERS = Symbol('membership tiers');
