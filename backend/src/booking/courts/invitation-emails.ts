import { type Email, composeStrangerEmail } from '../../platform/mail/email-body.js';
import { formatDay } from '../../platform/mail/email-dates.js';
import type { UnsubscribeLinks } from '../../platform/mail/email-preferences.js';

export type CourtInvitationDetails = Readonly<{
  email: string;
  courtName: string;
  hostName: string;
  /** The last local day on which the link works. */
  lastDay: string;
}>;

/** Sent to an address that a host invited. Its holder may not know Courtly. */
export const courtInvitationEmail = (
  { email, courtName, hostName, lastDay }: CourtInvitationDetails,
  linkUrl: string,
  refusalLinks: UnsubscribeLinks,
): Email =>
  composeStrangerEmail(
    {
      to: email,
      subject: `You're invited to play at ${courtName}`,
      parts: [
        `${hostName} invited you to book hours at ${courtName}. The court is listed on Courtly and open only to people its host invites.`,
        'To accept, sign in or create an account with this email address.',
        { words: 'Accept the invitation', address: linkUrl },
        `The link works until ${formatDay(lastDay)}. If you don't know ${hostName}, you can ignore this email.`,
      ],
    },
    refusalLinks,
  );
