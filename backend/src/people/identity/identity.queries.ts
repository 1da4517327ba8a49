import type { User } from '@courtly/contracts/identity';
import { emailOf } from '@courtly/contracts/text';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { CallerRoles } from '../../platform/http/caller-roles.js';
import { EmailAddresses } from '../../platform/mail/email-addresses.service.js';
import { FallbackReads } from '../../platform/projections/fallback-reads.js';
import { emailClaim, providerAccountClaim } from './claim.js';
import { emailVerification } from './email-verification.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from './membership-tiers.js';
import { people } from './people.projection.js';
import { type Person, asUser, person } from './person.js';
import {
  type ProviderIdentity,
  hasIdentity,
  identityName,
  providerAccounts,
} from './provider-accounts.js';

@Injectable()
export class IdentityQueries {
  constructor(
    private readonly fallbackReads: FallbackReads,
    private readonly streams: Streams,
    private readonly keyedHashes: KeyedHashes,
    private readonly emailAddresses: EmailAddresses,
    @Inject(MEMBERSHIP_TIERS) private readonly membershipTiers: MembershipTiers,
  ) {}

  /** @throws DomainError not_signed_in if the account no longer exists */
  async currentUser(userId: string): Promise<User> {
    const currentPerson = await this.fallbackReads.readState(person, people, userId);
    // Deleted accounts have no email.
    if (!currentPerson?.email)
      throw new DomainError('not_signed_in', 'Please sign in to continue.');
    return this.userView(currentPerson);
  }

  async userView(person: Person): Promise<User> {
    const [membershipTier, emailBouncedAt, verifications] = await Promise.all([
      this.membershipTiers.tierOf(person.userId),
      this.emailAddresses.lastKnownBounce(person.email),
      // If the log is unavailable, `person` comes from the read model, which includes the
      // verifications.
      this.fallbackReads.readStateIfAvailable(emailVerification, person.userId),
    ]);
    const user = asUser(person, membershipTier, verifications);
    return emailBouncedAt ? { ...user, emailBouncedAt } : user;
  }

  /** @throws DomainError not_found */
  async requireUserIdByEmail(email: string): Promise<string> {
    const userId = await this.userIdByEmail(email);
    if (!userId) throw new DomainError('not_found', 'There is no account with this email.');
    return userId;
  }

  /** Takes equally long for known and unknown emails. */
  userIdByEmail(email: string): Promise<string | null> {
    return this.userIdByEmailHashes(this.keyedHashes.hashesOfName('email', emailOf(email)));
  }

  async userIdByEmailHashes(emailHashes: readonly string[]): Promise<string | null> {
    const emailClaims = await Promise.all(
      emailHashes.map((emailHash) => this.streams.load(emailClaim, emailHash)),
    );
    return emailClaims.find((claim) => claim !== null)?.userId ?? null;
  }

  /** The user to whose account a provider account is linked, or null. */
  async userIdByIdentity(identity: ProviderIdentity): Promise<string | null> {
    const identityHashes = this.keyedHashes.hashesOfName('providerAccount', identityName(identity));
    for (const identityHash of identityHashes) {
      const claim = await this.streams.load(providerAccountClaim, identityHash);
      if (claim && hasIdentity(await this.streams.load(providerAccounts, claim.userId), identity))
        return claim.userId;
    }
    return null;
  }
}

/** Suspended users have no roles, even before their sessions have ended. */
@Injectable()
export class Roles implements CallerRoles {
  constructor(private readonly fallbackReads: FallbackReads) {}

  async of(userId: string): Promise<readonly string[]> {
    const currentPerson = await this.fallbackReads.readState(person, people, userId);
    return currentPerson && !currentPerson.suspension ? currentPerson.roles : [];
  }
}
