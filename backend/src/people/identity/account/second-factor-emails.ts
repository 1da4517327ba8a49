import type { Email } from '../../../platform/mail/email-body.js';
import type { SecondFactorEvent } from '../second-factor.events.js';

type Recipient = Readonly<{ email: string; firstName: string }>;

const instantFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

const PASSWORD_IS_KNOWN =
  'If this was you, no action is needed. If not, someone else knows your password. Set a new one now, and check your second steps.';

const texts: Record<SecondFactorEvent['type'], Readonly<{ subject: string; what: string }>> = {
  SecondFactorAdded: {
    subject: 'Two-step sign-in: a second step was added',
    what: 'A second step was added to the sign-in of your account',
  },
  SecondFactorRemoved: {
    subject: 'Two-step sign-in: a second step was removed',
    what: 'A second step was removed from the sign-in of your account',
  },
  RecoveryCodesIssued: {
    subject: 'Your Courtly recovery codes were replaced',
    what: 'The recovery codes of your account were replaced, so the earlier ones no longer work',
  },
  RecoveryCodeUsed: {
    subject: 'A Courtly recovery code was used',
    what: 'A recovery code of your account was used. It does not work again. This happened',
  },
  SecondFactorsReset: {
    subject: 'Two-step sign-in was turned off for your Courtly account',
    what: 'Courtly turned off the two-step sign-in of your account on request, and all browsers were signed out',
  },
};

/** Security notice to the account's email. `at` is UTC. */
export const secondFactorEmail = (
  { email, firstName }: Recipient,
  type: SecondFactorEvent['type'],
  at: string,
  publicUrl: string,
): Email => ({
  to: email,
  subject: texts[type].subject,
  parts: [
    `Hello ${firstName},`,
    `${texts[type].what} on ${instantFormat.format(new Date(at))} UTC.`,
    type === 'SecondFactorsReset'
      ? 'Turn it on again now. Until then, your password alone signs in. If you did not ask for this, set a new password first, and contact us.'
      : PASSWORD_IS_KNOWN,
    { words: 'Set a new password', address: `${publicUrl}/forgot-password` },
    { words: 'Check your second steps', address: `${publicUrl}/profile?tab=settings` },
  ],
});
