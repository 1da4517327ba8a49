import type { User } from '@courtly/contracts/identity';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { Credentials } from '../../../platform/vault/credentials.js';
import { AttemptLimits } from './attempt-limits.service.js';
import { DeviceCookies } from './device-cookies.service.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { IdentityQueries } from '../identity.queries.js';
import { user } from '../user.js';

/** `stamp` identifies the password that was used. */
export type SignedIn = Readonly<{ user: User; stamp: string | null }>;

@Injectable()
export class SignIn {
  constructor(
    private readonly attemptLimits: AttemptLimits,
    private readonly keyedHashes: KeyedHashes,
    private readonly identityQueries: IdentityQueries,
    private readonly streams: Streams,
    private readonly vaultCredentials: Credentials,
    private readonly deviceCookies: DeviceCookies,
  ) {}

  /**
   * Unknown emails and wrong passwords get the same response in the same time. `cookieHeader` may
   * contain a device cookie of the account. During a change of email, only the current one signs
   * in.
   * @throws DomainError wrong_credentials, suspended if the password is right, too_many_requests,
   * store_unavailable
   */
  authenticate(
    email: string,
    password: string,
    ipAddress: string,
    cookieHeader: string | undefined,
  ): Promise<SignedIn> {
    const emailHash = this.keyedHashes.hashOfName('email', email);
    const deviceId = this.deviceCookies.deviceIdOf(emailHash, cookieHeader);
    return this.attemptLimits.limitSignIn({ emailHash, ipAddress, deviceId }, async () => {
      const userId = await this.identityQueries.userIdByEmail(email);
      const passwordStamp = await this.vaultCredentials.passwordStamp(userId);
      const passwordMatches = await this.vaultCredentials.verifyPassword(userId, password);
      const signedInPerson =
        userId && passwordMatches ? (await this.streams.load(user, userId)).person : null;
      if (
        !signedInPerson ||
        this.keyedHashes.hashOfName('email', signedInPerson.email) !== emailHash
      )
        throw wrongCredentials();
      if (signedInPerson.suspension) throw accountSuspended();
      return {
        user: await this.identityQueries.userView(signedInPerson),
        stamp: passwordStamp,
      };
    });
  }

  /** @throws DomainError wrong_credentials if the password has changed since, suspended */
  async checkUnchanged({ user: { id }, stamp: passwordStamp }: SignedIn): Promise<void> {
    if ((await this.vaultCredentials.passwordStamp(id)) !== passwordStamp) throw wrongCredentials();
    await this.checkNotSuspended(id);
  }

  /** @throws DomainError suspended */
  async checkNotSuspended(userId: string): Promise<void> {
    if ((await this.streams.load(user, userId)).person?.suspension) throw accountSuspended();
  }

  /** Null if the browser already has one. */
  newDeviceCookie({ email }: User, cookieHeader: string | undefined): string | null {
    const emailHash = this.keyedHashes.hashOfName('email', email);
    return this.deviceCookies.deviceIdOf(emailHash, cookieHeader)
      ? null
      : this.deviceCookies.issueCookie(emailHash);
  }
}

const accountSuspended = () =>
  new DomainError(
    'suspended',
    'Your account is suspended, so you cannot sign in. Please contact us if you think this is a mistake.',
  );

const wrongCredentials = () => new DomainError('wrong_credentials', 'Invalid email or password');
