import type { Role } from '@courtly/contracts/identity';
import { type Email, composeEmail } from '../../../platform/mail/email-body.js';
import { formatInstant } from '../../../platform/mail/email-dates.js';
import type { Person, Suspension } from '../person.js';

type Recipient = Pick<Person, 'email' | 'firstName'>;

const contact = 'If you think this is a mistake, just reply to this email.';

export const suspendedEmail = (
  { email, firstName }: Recipient,
  { reason, isReasonShown, until }: Suspension,
): Email =>
  composeEmail({
    to: email,
    subject: 'Your Courtly account is suspended',
    parts: [
      `Hi ${firstName},`,
      until === null
        ? "We've suspended your account, so you can't sign in or book."
        : `We've suspended your account until ${formatInstant('UTC', until)}, so you can't sign in or book until then.`,
      ...(isReasonShown && reason ? [`Reason: ${reason}`] : []),
      "Your confirmed bookings stay valid unless we cancel them. You'll get an email if we do.",
      contact,
    ],
  });

export const suspensionLiftedEmail = ({ email, firstName }: Recipient, publicUrl: string): Email =>
  composeEmail({
    to: email,
    subject: 'Your Courtly account is active again',
    parts: [
      `Hi ${firstName},`,
      'Your suspension has ended. You can sign in and book again.',
      { words: 'Sign in', address: `${publicUrl}/login` },
    ],
  });

const roleTexts: Readonly<
  Record<Exclude<Role, 'player'>, readonly [given: string, taken: string]>
> = {
  admin: ['You can now open the admin pages.', 'You can no longer open the admin pages.'],
  host: ['You can now list courts and host players.', 'You can no longer host players.'],
  owner: ['You can now list courts and host players.', 'You can no longer host players.'],
};

/** Null for the role of every account. */
export const roleEmail = (
  { email, firstName }: Recipient,
  role: Role,
  isGiven: boolean,
): Email | null =>
  role === 'player'
    ? null
    : composeEmail({
        to: email,
        subject: isGiven ? 'You have a new role on Courtly' : 'Your role on Courtly has changed',
        parts: [
          `Hi ${firstName},`,
          isGiven
            ? `An admin gave you the ${role} role. ${roleTexts[role][0]}`
            : `An admin removed your ${role} role. ${roleTexts[role][1]}`,
          contact,
        ],
      });
