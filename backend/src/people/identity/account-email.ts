import { DomainError } from '../../platform/kernel/domain-error.js';
import type { AccountNames } from './account-names.js';
import type { EmailVerifications } from './email-verification.js';
import type { UserEvent } from './user.events.js';

declare const verified: unique symbol;
declare const hashOfVerified: unique symbol;

/**
 * An email that the account's owner has proven to be theirs. Only this file creates this type, so a
 * function that takes it cannot be called with an address that someone merely typed.
 */
export type VerifiedEmail = string & Readonly<{ [verified]: true }>;

/** The keyed hash of a verified email. */
export type VerifiedEmailHash = string & Readonly<{ [hashOfVerified]: true }>;

/**
 * The email in the account's stream; empty after erasure. `isEmailProven` is true after an email
 * change or a password reset, because their links were sent to that email.
 */
export type AccountEmail = Readonly<{ email: string; isEmailProven: boolean }>;

export const accountEmailAfter = (
  accountEmail: AccountEmail,
  { type, data }: UserEvent,
): AccountEmail => {
  switch (type) {
    case 'UserRegistered':
      return { email: data.email, isEmailProven: false };
    case 'EmailChanged':
      return { email: data.email, isEmailProven: true };
    case 'PasswordChanged':
      return data.proof === 'mail' ? { ...accountEmail, isEmailProven: true } : accountEmail;
    case 'AccountErasureRequested':
      return { email: '', isEmailProven: false };
    default:
      return accountEmail;
  }
};

/** The account's email if its owner has proven it; otherwise null. */
export const verifiedEmailOf = (
  accountEmail: AccountEmail | null,
  verifications: EmailVerifications,
): VerifiedEmail | null => {
  if (!accountEmail?.email) return null;
  const { email, isEmailProven } = accountEmail;
  return isEmailProven || verifications.has(email) ? (email as VerifiedEmail) : null;
};

/**
 * Prevents someone who registered with another person's email from locking out its owner, who can
 * reset the password.
 * @throws DomainError email_unverified
 */
export const requireVerifiedEmail = (isEmailVerified: boolean): void => {
  if (!isEmailVerified)
    throw new DomainError(
      'email_unverified',
      'Verify your email first. You can request the link in your settings.',
    );
};

/** All emails that a person has ever verified, including earlier ones. */
export const everVerified = (
  { verified }: AccountNames,
  verifications: EmailVerifications,
): ReadonlySet<VerifiedEmail> => new Set([...verified, ...verifications] as VerifiedEmail[]);

type NameHashes = Readonly<{ hashesOfName(kind: string, name: string): readonly string[] }>;
type HashKind = 'email' | 'applicant';

/**
 * The keyed hashes for looking up what an email entitles its holder to; none if it is unverified.
 */
export const verifiedEmailHashes = (
  keyedHashes: NameHashes,
  kind: HashKind,
  verifiedEmail: VerifiedEmail | null,
): readonly VerifiedEmailHash[] =>
  verifiedEmail ? (keyedHashes.hashesOfName(kind, verifiedEmail) as VerifiedEmailHash[]) : [];

/** Whether a link sent to the email with this hash also verifies the account's email. */
export const isVerifyingLink = (
  keyedHashes: NameHashes,
  kind: HashKind,
  emailHash: string | null,
  { email }: AccountEmail,
): boolean =>
  email !== '' && keyedHashes.hashesOfName(kind, email).some((ownHash) => ownHash === emailHash);
