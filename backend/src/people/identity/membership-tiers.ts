import type { User } from '@courtly/contracts/identity';
import type { Actor } from '../../platform/kernel/events.js';

/** Who is a member. The slice that knows memberships provides it. */
export type MembershipTiers = Readonly<{
  /** What a person is now; `free` where it cannot be told. */
  tierOf(userId: string): Promise<User['membershipTier']>;
  /** Which of these people are members now, as the read model has it: for lists of people. */
  membersAmong(userIds: readonly string[]): Promise<ReadonlySet<string>>;
}>;

/** Whether somebody is a member now; a visitor never is. */
export const isElite = async (
  membershipTiers: MembershipTiers,
  { id, role }: Actor,
): Promise<boolean> => role !== 'visitor' && (await membershipTiers.tierOf(id)) === 'elite';

/** Where it is found in Nest's container. */
export const MEMBERSHIP_TIERS = Symbol('membership tiers');
