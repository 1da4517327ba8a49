import type { User } from '@courtly/contracts/identity';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { Credentials } from '../../../platform/vault/credentials.js';
import { AttemptLimits } from './attempt-limits.service.js';
import { DeviceCookies } from './device-cookies.service.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { IdentityQueries } from '../identity.queries.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../membership-tiers.js';
import { asUser } from '../person.js';
import { user } from '../user.js';

/** Who signed in, and what tells the password that they did it with from the next one. */
export type SignedIn = Readonly<{ user: User; stamp: string | null }>;

/** From an e-mail and a password to a person. */
@Injectable()
export class SignIn {
  constructor(
    private readonly limits: AttemptLimits,
    private readonly hashes: KeyedHashes,
    private readonly identity: IdentityQueries,
    private readonly streams: Streams,
    private readonly credentials: Credentials,
    private readonly devices: DeviceCookies,
    @Inject(MEMBERSHIP_TIERS) private readonly tiers: MembershipTiers,
  ) {}

  /**
   * An unknown e-mail and a wrong password are refused alike: same answer, same work. `cookies` is the Cookie header, which
   * may tell that this browser is one of the account's. Of an account whose e-mail is being changed, the one counts that it has,
   * whatever else it holds.
   * @throws DomainError wrong_credentials; suspended, for who knows the password; too_many_requests; store_unavailable
   */
  check(
    email: string,
    password: string,
    address: string,
    cookies: string | undefined,
  ): Promise<SignedIn> {
    const account = this.hashes.ofName('email', email);
    const device = this.devices.deviceOf(account, cookies);
    return this.limits.signIn({ account, address, device }, async () => {
      const userId = await this.identity.holderOf(email);
      const stamp = await this.credentials.stampOf(userId);
      const fits = await this.credentials.verify(userId, password);
      const person = userId && fits ? (await this.streams.load(user, userId)).person : null;
      if (!person || this.hashes.ofName('email', person.email) !== account)
        throw wrongCredentials();
      if (person.suspension) throw suspended();
      return { user: asUser(person, await this.tiers.of(person.userId)), stamp };
    });
  }

  /** @throws DomainError wrong_credentials where the password was changed since somebody signed in with it; suspended */
  async checkStill({ user: { id }, stamp }: SignedIn): Promise<void> {
    if ((await this.credentials.stampOf(id)) !== stamp) throw wrongCredentials();
    await this.checkNotSuspended(id);
  }

  /** @throws DomainError suspended */
  async checkNotSuspended(userId: string): Promise<void> {
    if ((await this.streams.load(user, userId)).person?.suspension) throw suspended();
  }

  /** What a browser keeps from a sign-in, so that it is known again; null where it is known already. */
  newDevice({ email }: User, cookies: string | undefined): string | null {
    const account = this.hashes.ofName('email', email);
    return this.devices.deviceOf(account, cookies) ? null : this.devices.issue(account);
  }
}

const suspended = () =>
  new DomainError(
    'suspended',
    'Your account is suspended, so you cannot sign in. Please write to us if you think that this is a mistake.',
  );

const wrongCredentials = () => new DomainError('wrong_credentials', 'Invalid email or password');
