import type { User } from '@courtly/contracts/identity';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import { Streams } from '../kernel/streams.js';
import { Credentials } from '../vault/credentials.js';
import { AttemptLimits } from './attempt-limits.js';
import { emailClaim } from './claim.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { asUser } from './person.js';
import { user } from './user.js';

/** From an e-mail and a password to a person. */
@Injectable()
export class SignIn {
  constructor(
    private readonly limits: AttemptLimits,
    private readonly hashes: KeyedHashes,
    private readonly streams: Streams,
    private readonly credentials: Credentials,
  ) {}

  /**
   * An unknown e-mail and a wrong password are refused alike: same answer, same work.
   * @throws DomainError wrong_credentials; too_many_requests; store_unavailable
   */
  check(email: string, password: string, address: string): Promise<User> {
    const account = this.hashes.ofName('email', email);
    return this.limits.signIn(account, address, async () => {
      const claim = await this.streams.load(emailClaim, account);
      const fits = await this.credentials.verify(claim?.userId ?? null, password);
      const person = claim && fits ? (await this.streams.load(user, claim.userId)).person : null;
      if (!person) throw new DomainError('wrong_credentials', 'Invalid email or password');
      return asUser(person);
    });
  }
}
