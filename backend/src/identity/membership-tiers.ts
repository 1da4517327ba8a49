import type { User } from '@courtly/contracts/identity';

/** Who is a member. The slice that knows memberships provides it. */
export type MembershipTiers = Readonly<{
  /** What a person is now; `free` where it cannot be told. */
  of(userId: string): Promise<User['membershipTier']>;
}>;

/** Where it is found in Nest's container. */
export const MEMBERSHIP_TIERS = Symbol('membership tiers');
