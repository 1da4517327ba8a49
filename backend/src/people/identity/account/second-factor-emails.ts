import { type Email, composeEmail } from '../../../platform/mail/email-body.js';
import type { SecondFactorEvent } from '../second-factor.events.js';

type Recipient = Readonly<{ email: string; firstName: string }>;

const instantFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

const PASSWORD_IS_KNOWN =
  'If this was you, no action is needed. If not, someone else knows your password. Set a new one now, and review your second steps.';

type Text = Readonly<{ subject: string; sentence: (time: string) => string }>;

const texts: Record<SecondFactorEvent['type'], Text> = {
  SecondFactorAdded: {
    subject: 'Two-step sign-in: a second step was added',
    sentence: (time) => `A second step was added to your account on ${time}.`,
  },
  SecondFactorRemoved: {
    subject: 'Two-step sign-in: a second step was removed',
    sentence: (time) => `A second step was removed from your account on ${time}.`,
  },
  RecoveryCodesIssued: {
    subject: 'Your Courtly recovery codes were replaced',
    sentence: (time) =>
      `Your recovery codes were replaced on ${time}. The earlier codes no longer work.`,
  },
  RecoveryCodeUsed: {
    subject: 'A Courtly recovery code was used',
    sentence: (time) =>
      `One of your recovery codes was used on ${time}. That code no longer works.`,
  },
  SecondFactorsReset: {
    subject: 'Two-step sign-in was turned off for your Courtly account',
    sentence: (time) =>
      `Courtly turned off two-step sign-in for your account on ${time}, as requested, and signed you out of all browsers.`,
  },
};

/** A security notice to the account's email. `at` is UTC. */
export const secondFactorEmail = (
  { email, firstName }: Recipient,
  type: SecondFactorEvent['type'],
  at: string,
  publicUrl: string,
): Email =>
  composeEmail({
    to: email,
    subject: texts[type].subject,
    parts: [
      `Hi ${firstName},`,
      texts[type].sentence(`${instantFormat.format(new Date(at))} UTC`),
      type === 'SecondFactorsReset'
        ? "Turn it back on now. Until you do, anyone who knows your password can sign in. If you didn't ask for this, set a new password first, then contact us."
        : PASSWORD_IS_KNOWN,
      { words: 'Set a new password', address: `${publicUrl}/forgot-password` },
      { words: 'Review your second steps', address: `${publicUrl}/profile?tab=settings` },
    ],
  });
