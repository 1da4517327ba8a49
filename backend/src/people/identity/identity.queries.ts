import type { User } from '@courtly/contracts/identity';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { FallbackReads } from '../../platform/projections/fallback-reads.js';
import { emailClaim } from './claim.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from './membership-tiers.js';
import { people } from './people.projection.js';
import { asUser, person } from './person.js';

/** Who somebody is, and whose an e-mail is. */
@Injectable()
export class IdentityQueries {
  constructor(
    private readonly lastSeen: FallbackReads,
    private readonly streams: Streams,
    private readonly hashes: KeyedHashes,
    @Inject(MEMBERSHIP_TIERS) private readonly tiers: MembershipTiers,
  ) {}

  /** The person of a session. @throws DomainError not_signed_in where the account is gone */
  async me(userId: string): Promise<User> {
    const found = await this.lastSeen.of(person, people, userId);
    // Who has no e-mail has no account any more.
    if (!found?.email) throw new DomainError('not_signed_in', 'Please sign in to continue.');
    return asUser(found, await this.tiers.of(userId));
  }

  /** Whose e-mail it is: a user id. @throws DomainError not_found */
  async idByEmail(email: string): Promise<string> {
    const userId = await this.holderOf(email);
    if (!userId) throw new DomainError('not_found', 'Nobody is registered with this email.');
    return userId;
  }

  /** The same, or null; it takes as long whether somebody holds it or not. */
  holderOf(email: string): Promise<string | null> {
    return this.holderOfNames(this.hashes.allOfName('email', email));
  }

  /** The same, for an e-mail that is known by what it is called under each secret. */
  async holderOfNames(names: readonly string[]): Promise<string | null> {
    const claims = await Promise.all(names.map((name) => this.streams.load(emailClaim, name)));
    return claims.find((claim) => claim !== null)?.userId ?? null;
  }
}
