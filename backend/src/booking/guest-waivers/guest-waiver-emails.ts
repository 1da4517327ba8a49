import { type Email, composeStrangerEmail } from '../../platform/mail/email-body.js';
import type { UnsubscribeLinks } from '../../platform/mail/email-preferences.js';

export type GuestWaiverEmailDetails = Readonly<{
  email: string;
  courtName: string;
  playerName: string;
  /** The local day and time of the hour. */
  when: string;
}>;

/** Sent to an address that a player entered. Its holder may not know Courtly. */
export const guestWaiverEmail = (
  { email, courtName, playerName, when }: GuestWaiverEmailDetails,
  linkUrl: string,
  refusalLinks: UnsubscribeLinks,
): Email =>
  composeStrangerEmail(
    {
      to: email,
      subject: `Please sign the waiver for ${courtName}`,
      parts: [
        `${playerName} booked ${courtName} to play with you: ${when}.`,
        "Everyone who plays must sign the waiver first. You don't need an account.",
        { words: 'Read and sign the waiver', address: linkUrl },
        `The link works until the hour ends. If you don't know ${playerName}, you can ignore this email.`,
      ],
    },
    refusalLinks,
  );
