import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { clientAddress } from '../../../platform/http/client-address.js';
import { RateLimits, type RateLimit } from '../../../platform/http/rate-limits.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/**
 * Limits per address accommodate an office behind one router. Password and email changes count even
 * if they succeed.
 */
export const attemptLimits = {
  signInOfAccountFromAddress: {
    name: 'signInOfAccountFromAddress',
    points: 10,
    duration: 15 * MINUTE_S,
  },
  /** Guesses from elsewhere never lock the owner out of a browser with a device cookie. */
  signInOfAccount: { name: 'signInOfAccount', points: 100, duration: 24 * HOUR_S },
  signInOnDevice: { name: 'signInOnDevice', points: 10, duration: 15 * MINUTE_S },
  signInFromAddress: { name: 'signInFromAddress', points: 100, duration: 15 * MINUTE_S },
  secondStepFromAddress: {
    name: 'secondStepFromAddress',
    points: 10,
    duration: 15 * MINUTE_S,
  },
  secondStepOnDevice: { name: 'secondStepOnDevice', points: 10, duration: 15 * MINUTE_S },
  /**
   * A guess of a code succeeds in 3 of 1,000,000 cases. Recovery codes and passkeys cannot be
   * guessed, so they still work after someone has used up the codes of a day.
   */
  appCode: { name: 'appCode', points: 50, duration: 24 * HOUR_S },
  /** Counts attempts on all known devices, because someone may have signed in on many. */
  appCodeOnDevices: { name: 'appCodeOnDevices', points: 50, duration: 24 * HOUR_S },
  passkeyRequest: { name: 'passkeyRequest', points: 60, duration: 15 * MINUTE_S },
  /** Providers limit the steps between the start and the finish of a sign-in. */
  providerStart: { name: 'providerStart', points: 60, duration: 15 * MINUTE_S },
  providerFinish: { name: 'providerFinish', points: 100, duration: 15 * MINUTE_S },
  /** Per email, with or without an account, so that no one can flood a mailbox. */
  resetOfAccountFromAddress: { name: 'resetOfAccountFromAddress', points: 5, duration: HOUR_S },
  resetOfAccount: { name: 'resetOfAccount', points: 20, duration: HOUR_S },
  resetFromAddress: { name: 'resetFromAddress', points: 20, duration: HOUR_S },
  resetUseFromAddress: { name: 'resetUseFromAddress', points: 100, duration: 15 * MINUTE_S },
  passwordChange: { name: 'passwordChange', points: 10, duration: HOUR_S },
  emailChange: { name: 'emailChange', points: 5, duration: HOUR_S },
  emailChangeTo: { name: 'emailChangeTo', points: 5, duration: HOUR_S },
  verificationTo: { name: 'verificationTo', points: 5, duration: HOUR_S },
  verificationToInDay: { name: 'verificationToInDay', points: 10, duration: 24 * HOUR_S },
  verificationFromAddress: {
    name: 'verificationFromAddress',
    points: 100,
    duration: 15 * MINUTE_S,
  },
} as const satisfies Record<string, RateLimit>;

/** A limit, and the key whose attempts it counts. */
type CountedLimit = readonly [RateLimit, string];

const { signInOfAccountFromAddress, signInOfAccount, signInOnDevice, signInFromAddress } =
  attemptLimits;
const { secondStepFromAddress, secondStepOnDevice, appCode, appCodeOnDevices } = attemptLimits;

const verificationLimits = (emailHash: string): readonly CountedLimit[] => [
  [attemptLimits.verificationTo, emailHash],
  [attemptLimits.verificationToInDay, emailHash],
];

/** `deviceId` is null if there is no device cookie. */
export type SignInAttempt = Readonly<{
  emailHash: string;
  ipAddress: string;
  deviceId: string | null;
}>;

export type SecondStepAttempt = Readonly<{
  userId: string;
  ipAddress: string;
  deviceId: string | null;
}>;

@Injectable()
export class AttemptLimits {
  private registrationFromAddress?: RateLimit;

  constructor(
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
    @Inject(CONFIG) private readonly config: Pick<Config, 'policy'>,
  ) {}

  /**
   * Counts nothing if the policy has no limit.
   * @throws DomainError too_many_requests, store_unavailable
   */
  async countRegistration(ipAddress: string): Promise<void> {
    const { registrationsPerHour: points } = this.config.policy;
    if (points === null) return;
    // One object per limit, because limiters are cached by object.
    if (this.registrationFromAddress?.points !== points)
      this.registrationFromAddress = { name: 'registrationFromAddress', points, duration: HOUR_S };
    await this.rateLimits.consume(this.registrationFromAddress, this.addressHash(ipAddress));
  }

  /** @throws DomainError too_many_requests, store_unavailable */
  countPasswordAttempt(userId: string): Promise<void> {
    return this.rateLimits.consume(attemptLimits.passwordChange, userId);
  }

  /** @throws DomainError too_many_requests, store_unavailable */
  async countEmailChange(userId: string, emailHash: string): Promise<void> {
    await this.rateLimits.consume(attemptLimits.emailChange, userId);
    await this.rateLimits.consume(attemptLimits.emailChangeTo, emailHash);
  }

  /** @throws DomainError too_many_requests, store_unavailable */
  countVerificationLink(emailHash: string): Promise<void> {
    return this.countAll(verificationLimits(emailHash));
  }

  /**
   * Sends the verification email of a registration, unless its address has received too many:
   * someone could repeatedly register and delete an account. Counts only emails that were sent.
   * @throws DomainError store_unavailable; the errors of `sendEmail`
   */
  async limitVerificationEmail(emailHash: string, sendEmail: () => Promise<void>): Promise<void> {
    try {
      await this.countVerificationLink(emailHash);
    } catch (refusal) {
      if (refusal instanceof DomainError && refusal.code === 'too_many_requests') return;
      throw refusal;
    }
    try {
      await sendEmail();
    } catch (failure) {
      await this.refundAll(verificationLimits(emailHash));
      throw failure;
    }
  }

  /**
   * Verifies an email by its link. Only failed attempts count.
   * @throws DomainError too_many_requests, store_unavailable; the errors of `verify`
   */
  limitVerification<T>(ipAddress: string, verify: () => Promise<T>): Promise<T> {
    return this.countFailures(
      [[attemptLimits.verificationFromAddress, this.addressHash(ipAddress)]],
      verify,
    );
  }

  /** @throws DomainError too_many_requests, store_unavailable */
  async countResetRequest(emailHash: string, ipAddress: string): Promise<void> {
    const addressHash = this.addressHash(ipAddress);
    await this.rateLimits.consume(attemptLimits.resetFromAddress, addressHash);
    await this.rateLimits.consume(
      attemptLimits.resetOfAccountFromAddress,
      `${emailHash}.${addressHash}`,
    );
    await this.rateLimits.consume(attemptLimits.resetOfAccount, emailHash);
  }

  /** @throws DomainError too_many_requests, store_unavailable */
  countResetUse(ipAddress: string): Promise<void> {
    return this.rateLimits.consume(attemptLimits.resetUseFromAddress, this.addressHash(ipAddress));
  }

  /**
   * Runs a sign-in. Only failed attempts count.
   * @throws DomainError too_many_requests, store_unavailable; the errors of the sign-in
   */
  limitSignIn<T>(
    { emailHash, ipAddress, deviceId }: SignInAttempt,
    signIn: () => Promise<T>,
  ): Promise<T> {
    const addressHash = this.addressHash(ipAddress);
    const accountLimits: CountedLimit[] = [
      [signInOfAccountFromAddress, `${emailHash}.${addressHash}`],
      [signInOfAccount, emailHash],
    ];
    const deviceLimits: CountedLimit[] = [[signInOnDevice, `${emailHash}.${deviceId}`]];
    return this.countFailures(
      [[signInFromAddress, addressHash], ...(deviceId ? deviceLimits : accountLimits)],
      signIn,
    );
  }

  /**
   * Checks a recovery code or a passkey. Only failed attempts count.
   * @throws DomainError too_many_requests, store_unavailable; the errors of the check
   */
  limitSecondStep<T>(attempt: SecondStepAttempt, check: () => Promise<T>): Promise<T> {
    return this.countFailures([this.secondStepLimit(attempt)], check);
  }

  /**
   * Checks an app code. Only failed attempts count.
   * @throws DomainError too_many_requests, store_unavailable; the errors of the check
   */
  limitAppCode<T>(attempt: SecondStepAttempt, check: () => Promise<T>): Promise<T> {
    const { userId, deviceId } = attempt;
    const dailyLimit = deviceId ? appCodeOnDevices : appCode;
    return this.countFailures([this.secondStepLimit(attempt), [dailyLimit, userId]], check);
  }

  /** @throws DomainError too_many_requests, store_unavailable */
  countPasskeyRequest(userId: string, ipAddress: string): Promise<void> {
    const limitKey = `${userId}.${this.addressHash(ipAddress)}`;
    return this.rateLimits.consume(attemptLimits.passkeyRequest, limitKey);
  }

  /** @throws DomainError too_many_requests, store_unavailable */
  countProviderStart(ipAddress: string): Promise<void> {
    return this.rateLimits.consume(attemptLimits.providerStart, this.addressHash(ipAddress));
  }

  /**
   * Finishes a sign-in at a provider. Only failed attempts count.
   * @throws DomainError too_many_requests, store_unavailable; the errors of the sign-in
   */
  limitProviderFinish<T>(ipAddress: string, finish: () => Promise<T>): Promise<T> {
    return this.countFailures(
      [[attemptLimits.providerFinish, this.addressHash(ipAddress)]],
      finish,
    );
  }

  private secondStepLimit({ userId, ipAddress, deviceId }: SecondStepAttempt): CountedLimit {
    return deviceId
      ? [secondStepOnDevice, `${userId}.${deviceId}`]
      : [secondStepFromAddress, `${userId}.${this.addressHash(ipAddress)}`];
  }

  private async countFailures<T>(
    countedLimits: readonly CountedLimit[],
    attempt: () => Promise<T>,
  ): Promise<T> {
    await this.countAll(countedLimits);
    const result = await attempt();
    await this.refundAll(countedLimits);
    return result;
  }

  private async countAll(countedLimits: readonly CountedLimit[]): Promise<void> {
    for (const [limit, limitKey] of countedLimits) await this.rateLimits.consume(limit, limitKey);
  }

  private async refundAll(countedLimits: readonly CountedLimit[]): Promise<void> {
    await Promise.all(
      countedLimits.map(([limit, limitKey]) => this.rateLimits.refund(limit, limitKey)),
    );
  }

  /** All addresses of one IPv6 /64 network count as one address. */
  private addressHash(ipAddress: string): string {
    return this.keyedHashes.hashOf('address', clientAddress({ ip: ipAddress }));
  }
}
