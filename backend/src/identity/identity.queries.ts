import type { User } from '@courtly/contracts/identity';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import { Streams } from '../kernel/streams.js';
import { emailClaim } from './claim.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { asUser } from './person.js';
import { user } from './user.js';

/** Persons, read from the log. */
@Injectable()
export class Identity {
  constructor(
    private readonly streams: Streams,
    private readonly hashes: KeyedHashes,
  ) {}

  /** The person of a session. @throws DomainError not_signed_in where the account is gone */
  async me(userId: string): Promise<User> {
    const { person } = await this.streams.lastSeen(user, userId);
    if (!person) throw new DomainError('not_signed_in', 'Please sign in to go on.');
    return asUser(person);
  }

  /** Whose e-mail it is: a user id. @throws DomainError not_found */
  async idByEmail(email: string): Promise<string> {
    const claim = await this.streams.load(emailClaim, this.hashes.ofName('email', email));
    if (!claim) throw new DomainError('not_found', 'Nobody is registered with this email.');
    return claim.userId;
  }
}
