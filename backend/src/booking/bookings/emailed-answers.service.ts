import { EmailedAnswerAction } from '@courtly/contracts/emailed-answers';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { verifiedEmailOf } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { type Person, person } from '../../people/identity/person.js';
import { secondFactor } from '../../people/identity/second-factor.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Booking, isUnpaidRequest } from './booking.js';
import { loadBooking } from './load-booking.js';

export type AnswerLinks = Readonly<Record<EmailedAnswerAction, string>>;

export type EmailedAnswer = Readonly<{
  action: EmailedAnswerAction;
  booking: Booking;
  host: Person;
  /** The answer that the host has already given. */
  given: EmailedAnswerAction | null;
}>;

const givenAnswerOf = ({ status, cancellation }: Booking): EmailedAnswerAction | null => {
  if (status === 'confirmed' || status === 'completed') return 'approve';
  return cancellation?.reason === 'host_declined' ? 'decline' : null;
};

/** Everything that a token is bound to. Another address of the host makes it invalid. */
const signedTextOf = (
  { bookingId, hostId }: Pick<Booking, 'bookingId' | 'hostId'>,
  { email }: Pick<Person, 'email'>,
  action: string,
  expirySeconds: string,
): string => [bookingId, hostId, email, action, expirySeconds].join(' ');

const TOKEN = /^([0-9a-z]{1,40}-\d{8}-[0-9a-z]{8})\.([a-z]{1,10})\.(\d{1,12})\.([0-9a-f]{64})$/;

/**
 * Lets hosts answer requests from their email. Tokens: `<booking id>.<action>.<seconds>.<proof>`.
 * The proof is a keyed hash, so no token is stored. The answer ends the request, so each works once.
 */
@Injectable()
export class EmailedAnswers {
  constructor(
    private readonly streams: Streams,
    private readonly keyedHashes: KeyedHashes,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Null for a host who must sign in to answer. */
  async linksOf(booking: Booking): Promise<AnswerLinks | null> {
    const host = await this.streams.load(person, booking.hostId);
    if (
      !host ||
      host.suspension ||
      !(await this.isVerified(host)) ||
      (await this.needsSecondFactor(host))
    )
      return null;
    const linkOf = (action: EmailedAnswerAction) =>
      `${this.config.PUBLIC_URL}/answer-request#${this.tokenOf(booking, host, action)}`;
    return { approve: linkOf('approve'), decline: linkOf('decline') };
  }

  /**
   * `instant` is the current time (UTC).
   * @throws DomainError not_found for a token that was never issued, has expired, or was sent to an
   *   earlier email or one that is not verified; suspended; second_factor_required; wrong_status
   *   once the request ended without the host's answer
   */
  async answerBehind(token: string, instant: string): Promise<EmailedAnswer> {
    const [, bookingId, actionText, expirySeconds, proof] = TOKEN.exec(token) ?? [];
    const { data: action } = EmailedAnswerAction.safeParse(actionText);
    if (!bookingId || !action || !expirySeconds || !proof) throw invalidLink();
    const booking = await loadBooking(this.streams, bookingId);
    const host = booking && (await this.streams.load(person, booking.hostId));
    if (!host || !(await this.isVerified(host))) throw invalidLink();
    const signedText = signedTextOf(booking!, host, action, expirySeconds);
    if (!this.keyedHashes.isProofOf(proof, 'emailedAnswer', signedText)) throw invalidLink();
    if (host.suspension) throw new DomainError('suspended', 'Your account is suspended.');
    if (await this.needsSecondFactor(host))
      throw new DomainError(
        'second_factor_required',
        'Your account uses two-step sign-in. Please sign in to respond.',
      );
    const given = givenAnswerOf(booking!);
    if (given) return { action, booking: booking!, host, given };
    if (booking!.status !== 'pending' || isUnpaidRequest(booking!))
      throw new DomainError('wrong_status', 'This request no longer needs a reply.');
    if (Number(expirySeconds) * 1_000 <= Date.parse(instant))
      throw new DomainError('not_found', 'This link has expired, and so has the request.');
    return { action, booking: booking!, host, given };
  }

  private tokenOf(booking: Booking, host: Person, action: EmailedAnswerAction): string {
    const expirySeconds = String(Math.floor(Date.parse(booking.answerBy) / 1_000));
    const signedText = signedTextOf(booking, host, action, expirySeconds);
    const proof = this.keyedHashes.hashOf('emailedAnswer', signedText);
    return `${booking.bookingId}.${action}.${expirySeconds}.${proof}`;
  }

  /** An unverified mailbox may belong to a stranger. */
  private async isVerified(host: Person): Promise<boolean> {
    const verifications = await this.streams.load(emailVerification, host.userId);
    return verifiedEmailOf(host, verifications) !== null;
  }

  /** A mailbox alone must not act for an account that requires more than a password. */
  private async needsSecondFactor({ userId, roles }: Person): Promise<boolean> {
    const requiredRoles: readonly string[] = this.config.secondFactorRoles;
    if (roles.some((role) => requiredRoles.includes(role))) return true;
    return (await this.streams.load(secondFactor, userId)).factors.length > 0;
  }
}

const invalidLink = () =>
  new DomainError(
    'not_found',
    "This link doesn't work. It is incomplete, or your account now has another email. Please sign in to respond.",
  );
