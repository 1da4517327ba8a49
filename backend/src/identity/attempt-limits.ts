import { Injectable } from '@nestjs/common';
import { Attempts, type Limit } from '../kernel/attempts.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';

const MINUTE_S = 60;

/**
 * How many attempts are let through in a time. Ten wrong passwords in 15 minutes are more than a forgetful person needs and
 * 960 a day for one who guesses; a hundred from one address leave room for an office behind one router, and four hundred new
 * accounts an hour for a club that signs up together, members and all.
 */
export const attemptLimits = {
  signInOfAccount: { name: 'signInOfAccount', points: 10, duration: 15 * MINUTE_S },
  signInFromAddress: { name: 'signInFromAddress', points: 100, duration: 15 * MINUTE_S },
  registrationFromAddress: { name: 'registrationFromAddress', points: 400, duration: 60 * MINUTE_S },
} as const satisfies Record<string, Limit>;

const { signInOfAccount, signInFromAddress, registrationFromAddress } = attemptLimits;

/** Keeps sign-ins and registrations within their limits. */
@Injectable()
export class AttemptLimits {
  constructor(
    private readonly attempts: Attempts,
    private readonly hashes: KeyedHashes,
  ) {}

  /** @throws DomainError too_many_requests; store_unavailable */
  registration(address: string): Promise<void> {
    return this.attempts.take(registrationFromAddress, this.hashes.of('address', address));
  }

  /**
   * Runs a sign-in, which counts against its account and its address unless it succeeds. `account` is the hash of an e-mail.
   * @throws DomainError too_many_requests; store_unavailable; what the sign-in throws
   */
  async signIn<T>(account: string, address: string, work: () => Promise<T>): Promise<T> {
    const from = this.hashes.of('address', address);
    await this.attempts.take(signInFromAddress, from);
    await this.attempts.take(signInOfAccount, account);
    const result = await work();
    await Promise.all([
      this.attempts.giveBack(signInFromAddress, from),
      this.attempts.giveBack(signInOfAccount, account),
    ]);
    return result;
  }
}
