import type { Email } from '../../platform/mail/email-body.js';
import type { Application } from './application.js';

type Applicant = Pick<Application, 'kind' | 'fullName' | 'email'>;

const greeting = ({ fullName }: Applicant): string => `Hello ${fullName},`;

/** `reviewHours` is the longest time until an answer. */
export const applicationReceivedEmail = (applicant: Applicant, reviewHours: number): Email => ({
  to: applicant.email,
  subject:
    applicant.kind === 'host'
      ? 'Your application to host with Courtly'
      : 'Your application for Courtly Elite',
  parts: [
    greeting(applicant),
    'thank you for applying. Your application has been received.',
    `We read every application ourselves and answer within ${reviewHours} hours, by mail or with a call.`,
    'If you did not apply, somebody has given us your address by mistake: just answer this mail.',
  ],
});

/** `linkUrl` opens the draft court or the membership page. */
export const applicationApprovedEmail = (applicant: Applicant, linkUrl: string): Email =>
  applicant.kind === 'host'
    ? {
        to: applicant.email,
        subject: 'Welcome as a host of Courtly',
        parts: [
          greeting(applicant),
          'we would love to have your court with us: your application is approved.',
          'We have prepared a draft of your court. Sign in with this email, or make an account with it, set a rate, and show it to players whenever you like.',
          { words: 'Open the draft of your court', address: linkUrl },
        ],
      }
    : {
        to: applicant.email,
        subject: 'You are invited to Courtly Elite',
        parts: [
          greeting(applicant),
          'your application for Elite membership is approved.',
          'Sign in with this email, or make an account with it, and begin your membership whenever you like.',
          { words: 'Begin your membership', address: linkUrl },
        ],
      };

/** `rejectionReason` is the admin's text for the applicant; it may be empty. */
export const applicationRejectedEmail = (
  applicant: Applicant,
  rejectionReason: string,
  publicUrl: string,
): Email => ({
  to: applicant.email,
  subject:
    applicant.kind === 'host'
      ? 'Your application to host with Courtly'
      : 'Your application for Courtly Elite',
  parts: [
    greeting(applicant),
    'thank you for your interest in Courtly, and for the time that you took to apply.',
    applicant.kind === 'host'
      ? 'We cannot take your court on at the moment.'
      : 'We cannot offer you a membership by the month at the moment.',
    ...(rejectionReason ? [rejectionReason] : []),
    'You are welcome to apply again when things have changed, and to book any public court meanwhile.',
    { words: 'Explore the courts', address: `${publicUrl}/courts` },
  ],
});
