import type { Letter } from '../mail/letter.js';

type Reader = Readonly<{ email: string; firstName: string }>;

const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Tells the person of a change, so that somebody else's is noticed. `changedAt` is a UTC instant. */
export const passwordChangedLetter = ({ email, firstName }: Reader, changedAt: string, publicUrl: string): Letter => ({
  to: email,
  subject: 'Your Courtly password was changed',
  parts: [
    `Hello ${firstName},`,
    `the password of your account was changed on ${instant.format(new Date(changedAt))} UTC, and every other browser was signed out.`,
    'If that was you, there is nothing to do. If it was not, somebody else knows your password: set a new one now.',
    { words: 'Set a new password', address: `${publicUrl}/forgot-password` },
  ],
});

/** `address` opens the account once, for an hour. */
export const passwordResetLetter = ({ email, firstName }: Reader, address: string): Letter => ({
  to: email,
  subject: 'Set a new password for Courtly',
  parts: [
    `Hello ${firstName},`,
    'somebody, probably you, asked for a new password for your account. This link sets one; it works once, for an hour.',
    { words: 'Set a new password', address },
    'If that was not you, there is nothing to do: your password stays as it is.',
  ],
});
