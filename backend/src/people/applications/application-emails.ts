import { type Email, composeEmail, composeStrangerEmail } from '../../platform/mail/email-body.js';
import { formatDay } from '../../platform/mail/email-dates.js';
import type { UnsubscribeLinks } from '../../platform/mail/email-preferences.js';
import type { Application } from './application.js';

/**
 * The emails contain no name, because the applicant typed it and may have entered a stranger's
 * address.
 */
export type Applicant = Pick<Application, 'kind' | 'email'> &
  /** Links that stop all emails to the address. Null for an account holder, who needs the email. */
  Readonly<{ refusalLinks: UnsubscribeLinks | null }>;

type StrangerApplicant = Applicant & Readonly<{ refusalLinks: UnsubscribeLinks }>;

const applicationSubject = ({ kind }: Applicant): string =>
  kind === 'host' ? 'Your application to host with Courtly' : 'Your application for Courtly Elite';

const dayOf = (instant: string): string => formatDay(instant.slice(0, 10));

const erasureLink = (erasureUrl: string) => ({
  words: 'Delete my application',
  address: erasureUrl,
});

/** `reviewHours` is the maximum time until the applicant gets a response. */
export const applicationReceivedEmail = (
  applicant: StrangerApplicant,
  reviewHours: number,
  erasureUrl: string,
): Email =>
  composeStrangerEmail(
    {
      to: applicant.email,
      subject: applicationSubject(applicant),
      parts: [
        "Thank you for applying. We've received your application.",
        `We review every application personally and reply within ${reviewHours} hours, by email or phone.`,
        "Changed your mind, or didn't apply? You can delete this application and everything in it at any time.",
        erasureLink(erasureUrl),
      ],
    },
    applicant.refusalLinks,
  );

/** A link that works once and ends at `linkExpiresAt` (UTC). */
type ClaimLink = Readonly<{ linkExpiresAt: string; erasureUrl: string }>;

/**
 * `linkUrl` opens the draft court or the membership page. `claimLink` is null if the application
 * already belongs to an account.
 */
export const applicationApprovedEmail = (
  applicant: Applicant,
  linkUrl: string,
  claimLink: ClaimLink | null = null,
): Email => {
  const content = approvedContent(applicant, linkUrl);
  const claimParts = claimLink
    ? [
        `This link works until ${dayOf(claimLink.linkExpiresAt)}. If you'd rather not go ahead, you can delete your application.`,
        erasureLink(claimLink.erasureUrl),
      ]
    : [];
  const parts = [...content.parts, ...claimParts];
  return applicant.refusalLinks
    ? composeStrangerEmail({ ...content, parts }, applicant.refusalLinks)
    : composeEmail({ ...content, parts: ['Hello,', ...parts] });
};

const approvedContent = (
  { kind, email }: Applicant,
  linkUrl: string,
): Pick<Email, 'to' | 'subject' | 'parts'> =>
  kind === 'host'
    ? {
        to: email,
        subject: 'Your host application is approved',
        parts: [
          'Your application is approved, and we would love to have your court on Courtly.',
          "We've prepared a draft of your court. Sign in or create an account with this email address, set a rate, and publish the court when you're ready.",
          { words: 'Open your court draft', address: linkUrl },
        ],
      }
    : {
        to: email,
        subject: "You're invited to Courtly Elite",
        parts: [
          'Your application for Elite membership is approved.',
          "Sign in or create an account with this email address, and start your membership when you're ready.",
          { words: 'Start your membership', address: linkUrl },
        ],
      };

/**
 * `reason` is the admin's message to the applicant; it may be empty. The application is deleted at
 * `keepUntil` (UTC).
 */
export const applicationRejectedEmail = (
  applicant: StrangerApplicant,
  { reason, keepUntil }: Readonly<{ reason: string; keepUntil: string | null }>,
  { publicUrl, erasureUrl }: Readonly<{ publicUrl: string; erasureUrl: string }>,
): Email =>
  composeStrangerEmail(
    {
      to: applicant.email,
      subject: applicationSubject(applicant),
      parts: [
        'Thank you for your interest in Courtly and for taking the time to apply.',
        applicant.kind === 'host'
          ? "Unfortunately, we can't add your court at the moment."
          : "Unfortunately, we can't offer you a monthly membership at the moment.",
        ...(reason ? [reason] : []),
        "You're welcome to apply again later. In the meantime, you can book any public court.",
        { words: 'Explore courts', address: `${publicUrl}/courts` },
        ...(keepUntil
          ? [`We'll delete your application on ${dayOf(keepUntil)}. You can also delete it now.`]
          : []),
        erasureLink(erasureUrl),
      ],
    },
    applicant.refusalLinks,
  );
