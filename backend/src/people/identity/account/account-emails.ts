import type { Email } from '../../../platform/mail/email-body.js';

type Recipient = Readonly<{ email: string; firstName: string }>;

const instantFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Security notice to the account's email. `changedAt` is UTC. */
export const passwordChangedEmail = (
  { email, firstName }: Recipient,
  changedAt: string,
  publicUrl: string,
): Email => ({
  to: email,
  subject: 'Your Courtly password was changed',
  parts: [
    `Hello ${firstName},`,
    `the password of your account was changed on ${instantFormat.format(new Date(changedAt))} UTC, and every other browser was signed out.`,
    'If that was you, there is nothing to do. If it was not, somebody else knows your password: set a new one now.',
    { words: 'Set a new password', address: `${publicUrl}/forgot-password` },
  ],
});

/** `linkUrl` works once, for an hour. */
export const passwordResetEmail = ({ email, firstName }: Recipient, linkUrl: string): Email => ({
  to: email,
  subject: 'Set a new password for Courtly',
  parts: [
    `Hello ${firstName},`,
    'somebody, probably you, asked for a new password for your account. This link sets one; it works once, for an hour.',
    { words: 'Set a new password', address: linkUrl },
    'If that was not you, there is nothing to do: your password stays as it is.',
  ],
});

/** To the new email. `linkUrl` works once, for an hour, in a session of this user. */
export const confirmEmailEmail = (
  { firstName }: Recipient,
  recipientEmail: string,
  linkUrl: string,
): Email => ({
  to: recipientEmail,
  subject: 'Confirm your new email for Courtly',
  parts: [
    `Hello ${firstName},`,
    'you asked to use this email for your Courtly account from now on. This link confirms it; it works once, for an hour.',
    { words: 'Confirm this email', address: linkUrl },
    'If you know nothing of this, there is nothing to do: this email stays out of it.',
  ],
});

/**
 * To a requested email that already has an account. Only its owner learns that, not the requester.
 */
export const emailHasAccountEmail = (recipientEmail: string, publicUrl: string): Email => ({
  to: recipientEmail,
  subject: 'This email has a Courtly account already',
  parts: [
    'Hello,',
    'somebody, perhaps you, asked to use this email for another Courtly account. It has an account of its own, so nothing was changed.',
    'If that was you, sign in with this email, or set a new password if you have forgotten it.',
    { words: 'Sign in', address: `${publicUrl}/login` },
    { words: 'Set a new password', address: `${publicUrl}/forgot-password` },
  ],
});

/** To the current email, before anything changes. */
export const emailChangeRequestedEmail = (
  { email, firstName }: Recipient,
  publicUrl: string,
): Email => ({
  to: email,
  subject: 'Somebody asked to change your Courtly email',
  parts: [
    `Hello ${firstName},`,
    'somebody who knows your password, probably you, asked to use another email for your account. A link was sent there; until it is used, nothing changes.',
    'If that was you, there is nothing to do. If it was not, set a new password now: that makes the link useless and signs everybody out.',
    { words: 'Set a new password', address: `${publicUrl}/forgot-password` },
  ],
});

/** To the previous email. `changedAt` is UTC. */
export const emailChangedEmail = (
  recipientEmail: string,
  firstName: string,
  changedAt: string,
  publicUrl: string,
): Email => ({
  to: recipientEmail,
  subject: 'Your Courtly email was changed',
  parts: [
    `Hello ${firstName},`,
    `your account has another email since ${instantFormat.format(new Date(changedAt))} UTC. This one no longer signs you in.`,
    'If that was you, there is nothing to do. If it was not, write to the concierge at once: the address stands at the foot of every page.',
    { words: 'Go to Courtly', address: publicUrl },
  ],
});
