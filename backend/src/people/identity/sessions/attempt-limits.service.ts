import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { RateLimits, type RateLimit } from '../../../platform/http/rate-limits.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/**
 * How many wrong passwords are let through. Ten in 15 minutes are more than a forgetful person needs, who comes from one
 * address: others who guess from elsewhere do not keep that person out until they have used up the hundred that an account
 * has in a day, and never out of a browser that the person has signed in with before. A hundred from one address leave room
 * for an office behind one router.
 * Mails with links to a new password are limited for the account, whether there is one or not: nobody fills a mailbox. Five an
 * hour from one address leave fifteen for the person who is somewhere else.
 * Changes of a password count whether they are right or wrong: nobody makes ten an hour. So do changes of an e-mail, which
 * ask for the password as well, and are limited for who asks and for the e-mail that is written to.
 */
export const attemptLimits = {
  signInOfAccountFromAddress: {
    name: 'signInOfAccountFromAddress',
    points: 10,
    duration: 15 * MINUTE_S,
  },
  signInOfAccount: { name: 'signInOfAccount', points: 100, duration: 24 * HOUR_S },
  signInOnDevice: { name: 'signInOnDevice', points: 10, duration: 15 * MINUTE_S },
  signInFromAddress: { name: 'signInFromAddress', points: 100, duration: 15 * MINUTE_S },
  resetOfAccountFromAddress: { name: 'resetOfAccountFromAddress', points: 5, duration: HOUR_S },
  resetOfAccount: { name: 'resetOfAccount', points: 20, duration: HOUR_S },
  resetFromAddress: { name: 'resetFromAddress', points: 20, duration: HOUR_S },
  resetUseFromAddress: { name: 'resetUseFromAddress', points: 100, duration: 15 * MINUTE_S },
  passwordChange: { name: 'passwordChange', points: 10, duration: HOUR_S },
  emailChange: { name: 'emailChange', points: 5, duration: HOUR_S },
  emailChangeTo: { name: 'emailChangeTo', points: 5, duration: HOUR_S },
} as const satisfies Record<string, RateLimit>;

const { signInOfAccountFromAddress, signInOfAccount, signInOnDevice, signInFromAddress } =
  attemptLimits;

/** Who tries to sign in: the hash of an e-mail, an address, and the device where it is one of that account's. */
export type SignInAttempt = Readonly<{ account: string; address: string; device: string | null }>;

/** Keeps sign-ins, registrations and passwords within their limits. */
@Injectable()
export class AttemptLimits {
  private readonly registrationFromAddress: RateLimit | null;

  constructor(
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
    @Inject(CONFIG) { policy }: Config,
  ) {
    const hourlyPoints = policy.registrationsPerHour;
    this.registrationFromAddress =
      hourlyPoints === null
        ? null
        : { name: 'registrationFromAddress', points: hourlyPoints, duration: HOUR_S };
  }

  /** Counts a registration, where the policy limits them. @throws DomainError too_many_requests; store_unavailable */
  async countRegistration(ipAddress: string): Promise<void> {
    if (this.registrationFromAddress)
      await this.rateLimits.consume(
        this.registrationFromAddress,
        this.keyedHashes.hashOf('address', ipAddress),
      );
  }

  /** Counts a try at somebody's current password. @throws DomainError too_many_requests; store_unavailable */
  countPasswordAttempt(userId: string): Promise<void> {
    return this.rateLimits.consume(attemptLimits.passwordChange, userId);
  }

  /** Counts a wish for another e-mail, which is given as its hash. @throws DomainError too_many_requests; store_unavailable */
  async countEmailChange(userId: string, emailHash: string): Promise<void> {
    await this.rateLimits.consume(attemptLimits.emailChange, userId);
    await this.rateLimits.consume(attemptLimits.emailChangeTo, emailHash);
  }

  /** Counts a wish for a link to a new password. @throws DomainError too_many_requests; store_unavailable */
  async countResetRequest(account: string, ipAddress: string): Promise<void> {
    const addressHash = this.keyedHashes.hashOf('address', ipAddress);
    await this.rateLimits.consume(attemptLimits.resetFromAddress, addressHash);
    await this.rateLimits.consume(
      attemptLimits.resetOfAccountFromAddress,
      `${account}.${addressHash}`,
    );
    await this.rateLimits.consume(attemptLimits.resetOfAccount, account);
  }

  /** Counts a use of such a link. @throws DomainError too_many_requests; store_unavailable */
  countResetUse(ipAddress: string): Promise<void> {
    return this.rateLimits.consume(
      attemptLimits.resetUseFromAddress,
      this.keyedHashes.hashOf('address', ipAddress),
    );
  }

  /**
   * Runs a sign-in, which counts unless it succeeds.
   * @throws DomainError too_many_requests; store_unavailable; what the sign-in throws
   */
  async limitSignIn<T>(
    { account, address: ipAddress, device }: SignInAttempt,
    signIn: () => Promise<T>,
  ): Promise<T> {
    const addressHash = this.keyedHashes.hashOf('address', ipAddress);
    const accountLimits: [RateLimit, string][] = [
      [signInOfAccountFromAddress, `${account}.${addressHash}`],
      [signInOfAccount, account],
    ];
    const deviceLimits: [RateLimit, string][] = [[signInOnDevice, `${account}.${device}`]];
    const countedLimits: [RateLimit, string][] = [
      [signInFromAddress, addressHash],
      ...(device ? deviceLimits : accountLimits),
    ];
    for (const [limit, limitKey] of countedLimits) await this.rateLimits.consume(limit, limitKey);
    const result = await signIn();
    await Promise.all(
      countedLimits.map(([limit, limitKey]) => this.rateLimits.refund(limit, limitKey)),
    );
    return result;
  }
}
