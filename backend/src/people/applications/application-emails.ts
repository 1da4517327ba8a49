import type { Email } from '../../platform/mail/email-body.js';
import type { Application } from './application.js';

type Applicant = Pick<Application, 'kind' | 'fullName' | 'email'>;

const greeting = ({ fullName }: Applicant): string => `Hello ${fullName},`;

const applicationSubject = ({ kind }: Applicant): string =>
  kind === 'host' ? 'Your application to host with Courtly' : 'Your application for Courtly Elite';

/** `reviewHours` is the maximum time until the applicant gets a response. */
export const applicationReceivedEmail = (applicant: Applicant, reviewHours: number): Email => ({
  to: applicant.email,
  subject: applicationSubject(applicant),
  parts: [
    greeting(applicant),
    "Thank you for applying. We've received your application.",
    `We review every application personally and reply within ${reviewHours} hours, by email or phone.`,
    "If you didn't apply, someone may have entered your address by mistake. Just reply to this email to let us know.",
  ],
});

/** `linkUrl` opens the draft court or the membership page. */
export const applicationApprovedEmail = (applicant: Applicant, linkUrl: string): Email =>
  applicant.kind === 'host'
    ? {
        to: applicant.email,
        subject: 'Your host application is approved',
        parts: [
          greeting(applicant),
          'Your application is approved, and we would love to have your court on Courtly.',
          "We've prepared a draft of your court. Sign in or create an account with this email address, set a rate, and publish the court when you're ready.",
          { words: 'Open your court draft', address: linkUrl },
        ],
      }
    : {
        to: applicant.email,
        subject: "You're invited to Courtly Elite",
        parts: [
          greeting(applicant),
          'Your application for Elite membership is approved.',
          "Sign in or create an account with this email address, and start your membership when you're ready.",
          { words: 'Start your membership', address: linkUrl },
        ],
      };

/** `rejectionReason` is the admin's message to the applicant; it may be empty. */
export const applicationRejectedEmail = (
  applicant: Applicant,
  rejectionReason: string,
  publicUrl: string,
): Email => ({
  to: applicant.email,
  subject: applicationSubject(applicant),
  parts: [
    greeting(applicant),
    'Thank you for your interest in Courtly and for taking the time to apply.',
    applicant.kind === 'host'
      ? "Unfortunately, we can't add your court at the moment."
      : "Unfortunately, we can't offer you a monthly membership at the moment.",
    ...(rejectionReason ? [rejectionReason] : []),
    "You're welcome to apply again later. In the meantime, you can book any public court.",
    { words: 'Explore courts', address: `${publicUrl}/courts` },
  ],
});
