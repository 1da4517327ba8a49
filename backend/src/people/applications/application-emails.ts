import { type Email, composeStrangerEmail } from '../../platform/mail/email-body.js';
import type { UnsubscribeLinks } from '../../platform/mail/email-preferences.js';
import type { Application } from './application.js';

/**
 * `refusalLinks` stop all emails to the address. The emails contain no name, because the person who
 * applied typed it, and may have entered the address of a stranger.
 */
export type Applicant = Pick<Application, 'kind' | 'email'> &
  Readonly<{ refusalLinks: UnsubscribeLinks }>;

const applicationSubject = ({ kind }: Applicant): string =>
  kind === 'host' ? 'Your application to host with Courtly' : 'Your application for Courtly Elite';

/** `reviewHours` is the maximum time until the applicant gets a response. */
export const applicationReceivedEmail = (applicant: Applicant, reviewHours: number): Email =>
  composeStrangerEmail(
    {
      to: applicant.email,
      subject: applicationSubject(applicant),
      parts: [
        "Thank you for applying. We've received your application.",
        `We review every application personally and reply within ${reviewHours} hours, by email or phone.`,
        "If you didn't apply, someone may have entered your address by mistake. Just reply to this email to let us know.",
      ],
    },
    applicant.refusalLinks,
  );

/** `linkUrl` opens the draft court or the membership page. */
export const applicationApprovedEmail = (applicant: Applicant, linkUrl: string): Email =>
  composeStrangerEmail(
    applicant.kind === 'host'
      ? {
          to: applicant.email,
          subject: 'Your host application is approved',
          parts: [
            'Your application is approved, and we would love to have your court on Courtly.',
            "We've prepared a draft of your court. Sign in or create an account with this email address, set a rate, and publish the court when you're ready.",
            { words: 'Open your court draft', address: linkUrl },
          ],
        }
      : {
          to: applicant.email,
          subject: "You're invited to Courtly Elite",
          parts: [
            'Your application for Elite membership is approved.',
            "Sign in or create an account with this email address, and start your membership when you're ready.",
            { words: 'Start your membership', address: linkUrl },
          ],
        },
    applicant.refusalLinks,
  );

/** `rejectionReason` is the admin's message to the applicant; it may be empty. */
export const applicationRejectedEmail = (
  applicant: Applicant,
  rejectionReason: string,
  publicUrl: string,
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
        ...(rejectionReason ? [rejectionReason] : []),
        "You're welcome to apply again later. In the meantime, you can book any public court.",
        { words: 'Explore courts', address: `${publicUrl}/courts` },
      ],
    },
    applicant.refusalLinks,
  );
