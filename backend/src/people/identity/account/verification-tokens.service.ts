import { VERIFICATION_LINK_HOURS } from '@courtly/contracts/account';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { HOUR_MS } from '../../../platform/kernel/local-time.js';

type EmailOwner = Readonly<{ userId: string; email: string }>;

const signedTextOf = ({ userId, email }: EmailOwner, expirySeconds: string): string =>
  `${userId} ${email} ${expirySeconds}`;

/**
 * Tokens in verification links: `<user id>.<seconds>.<proof>`. They are derived from a secret, so
 * none is stored. Every link that was sent works until it expires or the email is verified.
 */
@Injectable()
export class VerificationTokens {
  constructor(private readonly keyedHashes: KeyedHashes) {}

  /** `instant` is the current time (UTC). */
  issueToken(owner: EmailOwner, instant: string): string {
    const expiryMs = Date.parse(instant) + VERIFICATION_LINK_HOURS * HOUR_MS;
    const expirySeconds = String(Math.floor(expiryMs / 1_000));
    const proof = this.keyedHashes.hashOf('emailVerification', signedTextOf(owner, expirySeconds));
    return `${owner.userId}.${expirySeconds}.${proof}`;
  }

  /** The user that a token names, before the token is checked; empty for a malformed token. */
  userIdIn(token: string): string {
    return /^([\w-]{1,64})\.\d{1,12}\.[0-9a-f]{64}$/.exec(token)?.[1] ?? '';
  }

  /** @throws DomainError not_found unless the token was sent to the owner's email and is valid */
  assertValid(token: string, owner: EmailOwner, instant: string): void {
    const [, expirySeconds = '', proof = ''] = token.split('.');
    if (!this.keyedHashes.isProofOf(proof, 'emailVerification', signedTextOf(owner, expirySeconds)))
      throw invalidLink();
    if (Number(expirySeconds) * 1_000 <= Date.parse(instant))
      throw new DomainError('not_found', 'This link has expired. Please request a new one.');
  }
}

export const invalidLink = () =>
  new DomainError(
    'not_found',
    "This link doesn't work. It is incomplete, or the account now has another email. Please request a new one.",
  );
