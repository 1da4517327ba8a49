import type { ElitePlan } from '@courtly/contracts/membership';
import { toMoney } from '@courtly/contracts/wire';
import type { Email } from '../../platform/mail/email-body.js';

type Recipient = Readonly<{ email: string; firstName: string }>;

type PaidNews = Readonly<{
  type: 'EliteActivated' | 'EliteRenewed';
  plan: ElitePlan;
  founderNumber: number | null;
  amountCents: number;
  until: string;
}>;

/**
 * The content of a membership email. `until` (UTC) is the end of the paid time or of the
 * membership.
 */
export type MembershipNews =
  | PaidNews
  | Readonly<{ type: 'ElitePaymentFailed'; amountCents: number; until: string }>
  | Readonly<{ type: 'EliteCancelled'; until: string }>
  | Readonly<{ type: 'EliteLapsed'; founderNumber: number | null; until: string }>;

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const instantFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

const formatDay = (instant: string): string => dateFormat.format(new Date(instant));
const formatInstant = (instant: string): string => `${instantFormat.format(new Date(instant))} UTC`;

type EmailText = readonly [subject: string, ...sentences: string[]];

const activatedText = ({ plan, founderNumber, amountCents, until }: PaidNews): EmailText =>
  plan === 'founding'
    ? [
        'Welcome to Elite',
        `you are founding member number ${founderNumber}, and the number stays yours.`,
        `We received $${toMoney(amountCents)}. Your year lasts until ${formatDay(until)}. Nothing is charged by itself after that: we write to you 30 and 3 days before, and you renew it yourself, if you like.`,
      ]
    : [
        'Welcome to Elite',
        `your membership has begun. We received $${toMoney(amountCents)} for the month until ${formatDay(until)}.`,
        'It renews every month, as you agreed, until you cancel. You can do that online at any time, on the page below.',
      ];

const renewedText = ({ plan, amountCents, until }: PaidNews): EmailText => [
  'Your Elite membership was renewed',
  `we received $${toMoney(amountCents)}. Your membership is paid until ${formatDay(until)}.`,
  plan === 'founding'
    ? 'Nothing is charged by itself after that.'
    : 'You can cancel online at any time, on the page below.',
];

const textOf = (membershipNews: MembershipNews): EmailText => {
  switch (membershipNews.type) {
    case 'EliteActivated':
      return activatedText(membershipNews);
    case 'EliteRenewed':
      return renewedText(membershipNews);
    case 'ElitePaymentFailed':
      return [
        'Your Elite membership could not be renewed',
        `your card could not be charged with $${toMoney(membershipNews.amountCents)} for the next month.`,
        `You stay a member until ${formatInstant(membershipNews.until)}. Use another card before then, on the page below, and nothing changes. Bookings that you have made stay valid either way.`,
      ];
    case 'EliteCancelled':
      return [
        'Your Elite membership is cancelled',
        `as you asked, nothing more is charged. You stay a member until ${formatInstant(membershipNews.until)}.`,
      ];
    case 'EliteLapsed':
      return [
        'Your Elite membership has ended',
        `it ended on ${formatInstant(membershipNews.until)}. Bookings that you have made stay valid.`,
        ...(membershipNews.founderNumber === null
          ? []
          : [`Founding number ${membershipNews.founderNumber} stays yours, should you renew.`]),
      ];
  }
};

const memberEmail = (
  recipient: Recipient,
  [subject, ...sentences]: EmailText,
  publicUrl: string,
): Email => ({
  to: recipient.email,
  subject,
  parts: [
    `Hello ${recipient.firstName},`,
    ...sentences,
    { words: 'Your membership', address: `${publicUrl}/elite` },
  ],
});

/** Receipts and required notices, so members cannot unsubscribe. */
export const membershipEmail = (
  recipient: Recipient,
  membershipNews: MembershipNews,
  publicUrl: string,
): Email => memberEmail(recipient, textOf(membershipNews), publicUrl);

/** `amountCents` is the price of the next year. */
export const renewalReminderEmail = (
  recipient: Recipient,
  founderNumber: number,
  until: string,
  amountCents: number,
  publicUrl: string,
): Email =>
  memberEmail(
    recipient,
    [
      `Your founding year ends on ${formatDay(until)}`,
      `your membership as founding member number ${founderNumber} ends on ${formatInstant(until)}. It is not charged by itself.`,
      `To stay a member, renew it on the page below: another year costs $${toMoney(amountCents)}, and your number stays yours.`,
    ],
    publicUrl,
  );
