import type { PaperName } from '@courtly/contracts/papers';
import type { Policy } from '@courtly/contracts/policy';
import { currentWaiver } from '../waivers/waiver-text.js';
import { days, dollars, duration, months, percent, times } from './paper-numbers.js';

type Section = Readonly<{ title: string; paragraphs: readonly string[] }>;

/** One version of a legal document. `write` fills the numbers of a policy into its wording. */
export type PaperText = Readonly<{
  version: string;
  /** yyyy-mm-dd */
  date: string;
  isReviewed: boolean;
  write: (policy: Policy) => readonly Section[];
}>;

type PaperTexts = Readonly<{ title: string; versions: readonly [PaperText, ...PaperText[]] }>;

const termsOfService = (policy: Policy): readonly Section[] => [
  {
    title: 'What Courtly does',
    paragraphs: [
      'Courtly is a marketplace for hours on private tennis and pickleball courts. Hosts list courts, and players book hours. Courtly takes the payment, passes the host their share, and helps when something goes wrong. The host is responsible for the court, its condition, and access to it.',
      'These terms apply between you and Courtly as soon as you create an account. They include the hosting terms and the cancellation policy.',
    ],
  },
  {
    title: 'Your account',
    paragraphs: [
      `You must be ${currentWaiver.adultAge} or older to have an account. Each person may have only one account. Use your real name and an email address that you can access, keep your password to yourself, and tell us if someone else has used your account.`,
      'You can delete your account in your settings at any time, once your bookings and payments are complete.',
    ],
  },
  {
    title: 'Bookings and prices',
    paragraphs: [
      `The price is shown before you book. It consists of the host's hourly rate, a service fee of ${percent(policy.feeShare)} of the rate (${percent(policy.eliteFeeShare)} for Elite members), and taxes if the city charges them.`,
      `A booking is a request until the host approves it, except on courts with instant confirmation. The host has up to ${duration(policy.hostAnswerMinutes)} to respond. ${
        policy.paymentRequired
          ? `You authorize the amount on your card within ${duration(policy.payMinutes)}, and your card is charged only once the booking is confirmed.`
          : 'You arrange payment outside the website.'
      }`,
      'The cancellation policy says what you get back if you or the host cancels.',
    ],
  },
  {
    title: 'On the court',
    paragraphs: [
      `You accept the waiver before you book, and again after ${months(policy.waiverMonths)} or when its text changes.${
        policy.guestWaivers === 'off' ? '' : ' Everyone who plays with you must sign it too.'
      } You follow the rules of the court, arrive and leave on time, and treat the property and the neighbors with care.`,
      `If you do not show up, the host can report it within ${duration(policy.conduct.noShowReportMinutes)} after the hour, and you can respond. After ${times(policy.conduct.strikesForInstantOnly, 'upheld report')} within ${days(policy.conduct.strikeDays)}, you can book only prepaid hours with instant confirmation; after ${policy.conduct.strikesForSuspension}, your account is suspended. If the host does not show up, you can report it in the same way, and you get a full refund if the report is upheld. You pay for damage that you cause.`,
    ],
  },
  {
    title: 'What you write and post',
    paragraphs: [
      `You can review an hour that you played for ${days(policy.reviewDays)}. Match results must be true. We remove text and pictures that are untrue, insulting, illegal, or that reveal contact details of others.`,
    ],
  },
  {
    title: 'Elite membership',
    paragraphs: [
      `A founding membership costs ${dollars(policy.elite.foundingCents)} for a year and never renews automatically. The monthly membership costs ${dollars(policy.elite.monthlyCents)} a month and renews each month until you cancel it in your account. You agree to the renewal separately, before you pay.`,
      `If a renewal fails, you remain a member for ${days(policy.elite.graceDays)}.`,
    ],
  },
  {
    title: 'Disagreements and the end of these terms',
    paragraphs: [
      'Write to us first. A person reviews the booking, which solves most problems. The law of the state in which the court is located applies to each visit.',
      'We can suspend an account that breaks these terms, and we will explain why. If we change these terms, we show you the new version before it applies to you.',
    ],
  },
];

const privacyNotice = ({ retention }: Policy): readonly Section[] => [
  {
    title: 'What we store',
    paragraphs: [
      'Your account: name, username, email, phone, password (as a hash), preferences, and picture. Your activity: bookings, messages, reviews, matches, and notifications. Your payments: amounts and the last four digits of your card; Stripe stores the card itself.',
      'When you accept the waiver or agree to a renewal, we store the version, the time, your network address, and your browser as proof. A guardian who signs for a guest enters their name and relationship.',
      'Guests who sign the waiver through a link enter a name. We store it with the version, the time, the network address, and the browser.',
    ],
  },
  {
    title: 'Who sees it',
    paragraphs: [
      'A host sees who booked, and sees your email and phone once the booking is confirmed. Players see the name and the reviews of a host, and the exact address of a court once a booking is confirmed.',
      'The player who booked and the host see the names of guests who signed the waiver, and the names and relationships of their guardians. Only the player sees the email of a guest, until the hour ends.',
      'Admins open personal data only to decide a case, and each access is recorded. You can find these records in the download of your data.',
      'We use Stripe for payments and an email provider to send emails. We do not sell data to anyone, and we do not show ads.',
    ],
  },
  {
    title: 'How long we keep it',
    paragraphs: [
      `We keep your data as long as you have an account. A rejected application is deleted after ${days(retention.rejectedApplicationDays)}, and one that was never decided or used after ${days(retention.lapsedApplicationDays)}. An email that someone entered for another person is deleted after ${days(retention.contactDays)}.`,
      `The name and email that a player entered for a guest are deleted when the guest is removed, the booking is canceled, or the hour ends. If the guest signed, both are kept with the signature for ${days(retention.guestWaiverDays)} after the hour, and no one sees the email after the hour.`,
      'When you delete your account, we delete the key that makes your personal data readable. Payment amounts remain without your name, because tax law requires them.',
    ],
  },
  {
    title: 'Your choices',
    paragraphs: [
      'In your settings, you can download everything that we store about you, correct it, choose your emails, and delete your account. People without an account can stop our emails with the link in each email, and can write to us about everything else.',
      'Courtly sets only the cookies that sign you in. There is no tracking.',
    ],
  },
];

const privacyNoticeWithReports = (policy: Policy): readonly Section[] => {
  const additions: Readonly<Record<string, string>> = {
    'How long we keep it': beforeDeletion(policy),
    'Your choices': onDevice,
  };
  return privacyNotice(policy).map((section) => {
    const addition = additions[section.title];
    return addition ? { ...section, paragraphs: [...section.paragraphs, addition] } : section;
  });
};

/** As in decision 048. */
const MAX_DELETION_DELAY_MINUTES = 7 * 24 * 60;

const onDevice =
  'If you book as a player, your browser keeps your upcoming bookings with their directions and gate codes on your device, so that you can read them without a connection. It removes them when you sign out.';

const beforeDeletion = ({
  conduct: { noShowReportMinutes, damageReportMinutes },
}: Policy): string => {
  const longestPeriod = duration(
    Math.min(Math.max(noShowReportMinutes, damageReportMinutes), MAX_DELETION_DELAY_MINUTES),
  );
  return `You can delete your account once your bookings and payments are complete, reports and claims about them are decided or overdue, and the other side can no longer report a problem with a past booking. That period ends at the latest ${longestPeriod} after the hour.`;
};

const hostingTerms = (policy: Policy): readonly Section[] => [
  {
    title: 'Your court',
    paragraphs: [
      'You may list a court if you own the property or have written permission from its owner, and if the city and the homeowners association allow it. You must describe it truthfully, keep it safe to play on, and disclose every known hazard.',
      'You set hours, rates, and rules, and follow the quiet hours and the city rules that Courtly shows you. You are responsible for taxes on your earnings and for insuring the property.',
    ],
  },
  {
    title: 'Requests and bookings',
    paragraphs: [
      `You must respond to a request within ${duration(policy.hostAnswerMinutes)}, and no later than ${duration(policy.hostAnswerBeforeStartMinutes)} before the hour. Otherwise, it expires without a charge. You may decline or cancel only for reasons that concern the court or safety, never because of who the player is.`,
      'If you cancel a confirmed booking, the player gets a full refund. Cancellations count against you unless they are for weather or safety.',
      guestRuleText[policy.guestWaivers],
    ],
  },
  {
    title: 'Your payout',
    paragraphs: [
      `You get ${percent(policy.payoutShare)} of your hourly rate. We send it ${duration(policy.payoutDelayMinutes)} after the end of the hour to the bank account that you connected at Stripe${policy.hostApproval.payouts ? ', but not before Courtly has approved you as a host' : ''}. The service fee that the player pays in addition belongs to Courtly.`,
      'We hold a payout while a claim about the hour, or a report that you did not show up, is open. If such a report or a claim of bad weather is upheld, the player gets a full refund and you are not paid for the hour. If a bank returns money to the player and the player was right, we take that amount back.',
    ],
  },
  {
    title: 'Damage and no-shows',
    paragraphs: [
      `You can claim damage within ${duration(policy.conduct.damageReportMinutes)} and report a no-show within ${duration(policy.conduct.noShowReportMinutes)} after the hour. The player has ${duration(policy.conduct.answerMinutes)} to respond. If you disagree, an admin decides.`,
    ],
  },
  {
    title: 'Players and their data',
    paragraphs: [
      'You may use the names, emails, and phone numbers of players only for their bookings. You must not publish them or use them for advertising.',
    ],
  },
];

const guestRuleText = {
  off: 'Every player who books has accepted the waiver.',
  warn: 'Every player who books has accepted the waiver, and you see how many of their guests have signed it.',
  block:
    'Every player who books has accepted the waiver. You must not let anyone play until all guests of the booking have signed it too.',
} as const;

const cancellationPolicy = (policy: Policy): readonly Section[] => [
  {
    title: 'If you cancel as a player',
    paragraphs: [
      'If you cancel while your request is pending, you pay nothing.',
      `If you cancel a confirmed booking ${duration(policy.freeCancelMinutes)} or more before the start, you get a full refund.`,
      `If you cancel later, but before the start, you get ${percent(policy.lateRefundShare)} of the total back. You still get a full refund if the booking was confirmed more than ${duration(policy.freeCancelMinutes)} before the start, and you cancel within ${duration(policy.graceMinutes)} of the confirmation.`,
      'Once the hour has started, nothing is refunded.',
    ],
  },
  {
    title: 'If the host cancels, or does not respond',
    paragraphs: ['You get a full refund, no matter when.'],
  },
  {
    title: 'Weather',
    paragraphs: [
      `Either side can report rain, lightning, or a heat warning, from ${duration(policy.conduct.weatherBeforeMinutes)} before the start to the end of the hour. If both sides agree, or an admin decides so, you get a full refund.`,
    ],
  },
  {
    title: 'When you are charged',
    paragraphs: [
      policy.lateChargeMarginMinutes === null
        ? 'Your card is charged when the booking is confirmed.'
        : 'Your card is charged when free cancellation ends or, if little time is left, when the booking is confirmed. Before that, the amount is only reserved.',
      'Refunds return to the same card. Banks take a few days to show them.',
    ],
  },
  {
    title: 'How time is counted',
    paragraphs: [
      "All periods are elapsed time, and start times are the court's local time. A booking keeps the rules that applied when you made it.",
    ],
  },
];

/**
 * All legal documents with their versions, current version first. Never change a version, because
 * people have agreed to it. New wording is a new version.
 */
export const paperTexts: Readonly<Record<PaperName, PaperTexts>> = {
  terms: {
    title: 'Terms of service',
    versions: [
      { version: '2026-11', date: '2026-11-30', isReviewed: false, write: termsOfService },
    ],
  },
  privacy: {
    title: 'Privacy notice',
    versions: [
      {
        version: '2026-12',
        date: '2026-12-01',
        isReviewed: false,
        write: privacyNoticeWithReports,
      },
      { version: '2026-11', date: '2026-11-30', isReviewed: false, write: privacyNotice },
    ],
  },
  'hosting-terms': {
    title: 'Hosting terms',
    versions: [{ version: '2026-11', date: '2026-11-30', isReviewed: false, write: hostingTerms }],
  },
  'cancellation-policy': {
    title: 'Cancellation policy',
    versions: [
      { version: '2026-11', date: '2026-11-30', isReviewed: false, write: cancellationPolicy },
    ],
  },
};
