import type { User } from '@courtly/contracts/identity';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { Credentials } from '../../../platform/vault/credentials.js';
import type { FinishLoginBody } from '@courtly/contracts/second-factor';
import { Clock } from '../../../platform/kernel/clock.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { AttemptLimits } from './attempt-limits.service.js';
import { DeviceCookies } from './device-cookies.service.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { IdentityQueries } from '../identity.queries.js';
import type { ProviderIdentity } from '../provider-accounts.js';
import { formatInstant } from '../../../platform/mail/email-dates.js';
import type { Suspension } from '../person.js';
import { user } from '../user.js';
import { SecondFactorChecks, secondStepPending } from './second-factors.service.js';
import { Passkeys } from './passkeys.service.js';
import { notFinished } from './providers.service.js';
import { SignInTickets } from './sign-in-tickets.service.js';

/**
 * `stamp` identifies the password at that time. `identity` is set if a provider identified the
 * person instead of the password.
 */
export type SignedIn = Readonly<{
  user: User;
  stamp: string | null;
  identity?: ProviderIdentity | undefined;
}>;
/** `proofId` identifies the factor or the set of recovery codes that was used. */
export type SignedInTwice = SignedIn & Readonly<{ proofId: string }>;

@Injectable()
export class SignIn {
  constructor(
    private readonly attemptLimits: AttemptLimits,
    private readonly keyedHashes: KeyedHashes,
    private readonly identityQueries: IdentityQueries,
    private readonly streams: Streams,
    private readonly vaultCredentials: Credentials,
    private readonly deviceCookies: DeviceCookies,
    private readonly secondFactorChecks: SecondFactorChecks,
    private readonly signInTickets: SignInTickets,
    private readonly passkeys: Passkeys,
    private readonly clock: Clock,
  ) {}

  /**
   * Unknown emails and wrong passwords get the same response in the same time. During an email
   * change, only the current email can sign in.
   * @throws DomainError wrong_credentials, suspended if the password is correct, too_many_requests,
   *   store_unavailable
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
      if (signedInPerson.suspension) throw accountSuspended(signedInPerson.suspension);
      return {
        user: await this.identityQueries.userView(signedInPerson),
        stamp: passwordStamp,
      };
    });
  }

  /**
   * The person to whose account a provider account is linked, or null.
   * @throws DomainError suspended, store_unavailable
   */
  async authenticateByProvider({ provider, subject }: ProviderIdentity): Promise<SignedIn | null> {
    const identity = { provider, subject };
    const userId = await this.identityQueries.userIdByIdentity(identity);
    const linkedPerson = userId ? (await this.streams.load(user, userId)).person : null;
    // Deleted accounts have no email.
    if (!linkedPerson?.email) return null;
    if (linkedPerson.suspension) throw accountSuspended(linkedPerson.suspension);
    return {
      user: await this.identityQueries.userView(linkedPerson),
      stamp: await this.vaultCredentials.passwordStamp(userId),
      identity,
    };
  }

  /**
   * Refuses a sign-in with only one step if the account has a second factor.
   * @throws DomainError second_factor_pending
   */
  async checkOneStepSuffices({ user: { id: userId }, stamp, identity }: SignedIn): Promise<void> {
    const { factors } = await this.secondFactorChecks.stateOf(userId);
    if (factors.length === 0) return;
    const ticket = this.signInTickets.issue(
      { userId, stamp, ...(identity && { identity }) },
      this.clock.now(),
    );
    throw secondStepPending(ticket, [...new Set(factors.map(({ kind }) => kind))]);
  }

  /**
   * Checks the second step of a sign-in.
   * @throws DomainError not_signed_in for an expired ticket, invalid_request for a wrong code,
   *   wrong_credentials if the password has since changed, suspended, too_many_requests,
   *   store_unavailable
   */
  async authenticateSecondStep(
    { ticket, ...proof }: FinishLoginBody,
    ipAddress: string,
    cookieHeader: string | undefined,
    context: CommandContext,
  ): Promise<SignedInTwice> {
    const signedIn = await this.openTicket(ticket);
    const userId = signedIn.user.id;
    const emailHash = this.keyedHashes.hashOfName('email', signedIn.user.email);
    const deviceId = this.deviceCookies.deviceIdOf(emailHash, cookieHeader);
    const attempt = { userId, ipAddress, deviceId };
    const proofId = await this.secondFactorChecks.redeemProof(attempt, proof, context);
    return { ...signedIn, proofId };
  }

  /** @throws DomainError not_signed_in, wrong_credentials, suspended, too_many_requests */
  async passkeyOptions(ticket: string, ipAddress: string): Promise<object> {
    const { user: signedInUser } = await this.openTicket(ticket);
    await this.attemptLimits.countPasskeyRequest(signedInUser.id, ipAddress);
    const state = await this.secondFactorChecks.stateOf(signedInUser.id);
    return this.passkeys.requestOptions(signedInUser.id, state);
  }

  private async openTicket(ticket: string): Promise<SignedIn> {
    const openedTicket = this.signInTickets.open(ticket, this.clock.now());
    if (!openedTicket) throw ticketExpired();
    const { userId, stamp, identity } = openedTicket;
    const signedIn = { user: await this.identityQueries.currentUser(userId), stamp, identity };
    await this.checkUnchanged(signedIn);
    return signedIn;
  }

  /**
   * @throws DomainError the errors of checkUnchanged; not_signed_in if the second factor is no
   *   longer valid
   */
  async checkBothUnchanged(signedIn: SignedInTwice): Promise<void> {
    await this.checkUnchanged(signedIn);
    await this.secondFactorChecks.checkStillCounts(signedIn.user.id, signedIn.proofId);
  }

  /**
   * @throws DomainError wrong_credentials if the password has since changed, not_signed_in if the
   *   provider account has since been unlinked, suspended
   */
  async checkUnchanged({ user: { id }, stamp: passwordStamp, identity }: SignedIn): Promise<void> {
    if ((await this.vaultCredentials.passwordStamp(id)) !== passwordStamp) throw wrongCredentials();
    if (identity && (await this.identityQueries.userIdByIdentity(identity)) !== id)
      throw notFinished(identity.provider);
    await this.checkNotSuspended(id);
  }

  /** @throws DomainError conflict */
  async checkNoSecondFactor(userId: string): Promise<void> {
    const { factors } = await this.secondFactorChecks.stateOf(userId);
    if (factors.length > 0)
      throw new DomainError('conflict', 'This account already exists. Please sign in.');
  }

  /** @throws DomainError suspended */
  async checkNotSuspended(userId: string): Promise<void> {
    const { person } = await this.streams.load(user, userId);
    if (person?.suspension) throw accountSuspended(person.suspension);
  }

  /** Null if the browser already has one. */
  newDeviceCookie({ email }: User, cookieHeader: string | undefined): string | null {
    const emailHash = this.keyedHashes.hashOfName('email', email);
    return this.deviceCookies.deviceIdOf(emailHash, cookieHeader)
      ? null
      : this.deviceCookies.issueCookie(emailHash);
  }
}

/** Includes the reason and the end, because only the owner gets this far. */
const accountSuspended = ({ reason, isReasonShown, until }: Suspension) =>
  new DomainError(
    'suspended',
    [
      until === null
        ? "Your account is suspended, so you can't sign in."
        : `Your account is suspended until ${formatInstant('UTC', until)}, so you can't sign in.`,
      ...(isReasonShown && reason ? [`Reason: ${reason}`] : []),
      'Please contact us if you think this is a mistake.',
    ].join(' '),
  );

const ticketExpired = () =>
  new DomainError('not_signed_in', 'Your sign-in took too long. Please start again.');

const wrongCredentials = () => new DomainError('wrong_credentials', 'Invalid email or password');
