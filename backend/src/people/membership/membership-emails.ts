import { US_DOLLARS, formatAmount, toAmount } from '@courtly/contracts/amount';
import type { ElitePlan } from '@courtly/contracts/membership';
import { type Email, composeEmail } from '../../platform/mail/email-body.js';
import type { Membership } from './membership.js';

type Recipient = Readonly<{ email: string; firstName: string }>;

type PaidNews = Readonly<{
  type: 'EliteActivated' | 'EliteRenewed';
  plan: ElitePlan;
  founderNumber: number | null;
  amountCents: number;
  until: string;
}>;

/** `changesAccess` is true if it ends or restores the membership. */
type ReversalNews = Readonly<{
  type: 'EliteReversed' | 'EliteReversalUndone';
  kind: 'refund' | 'dispute' | 'outside';
  paidBy?: string;
  amountCents: number;
  currency?: string;
  changesAccess: boolean;
  until: string | null;
}>;

/**
 * The content of a membership email. `until` (UTC) is the end of the paid time or the membership.
 * Amounts without `currency` are in dollars. Jobs of earlier releases have no `paidBy`.
 */
export type MembershipNews =
  | PaidNews
  | Readonly<{
      type: 'ElitePaymentFailed';
      amountCents: number;
      currency?: string;
      until: string;
    }>
  | Readonly<{ type: 'EliteCancelled' | 'EliteEnded'; until: string }>
  | Readonly<{ type: 'EliteMismatchResolved'; paidBy?: string; orderId?: string; until: string }>
  | ReversalNews
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

const amountText = (amountCents: number, currency = US_DOLLARS): string =>
  formatAmount(toAmount(amountCents, currency));

const activatedText = ({ plan, founderNumber, amountCents, until }: PaidNews): EmailText =>
  plan === 'founding'
    ? [
        'Welcome to Elite',
        `You're founding member No. ${founderNumber}. This number is yours to keep.`,
        `We received ${amountText(amountCents)}. Your year runs until ${formatDay(until)}. It doesn't renew automatically. We'll remind you 30 days and 3 days before it ends, in case you want to renew it.`,
      ]
    : [
        'Welcome to Elite',
        `Your membership has started. We received ${amountText(amountCents)} for the month until ${formatDay(until)}.`,
        'As you agreed, it renews every month until you cancel. You can cancel online at any time through the link below.',
      ];

const renewedText = ({ plan, amountCents, until }: PaidNews): EmailText => [
  'Your Elite membership was renewed',
  `We received ${amountText(amountCents)}. Your membership is paid until ${formatDay(until)}.`,
  plan === 'founding'
    ? "It doesn't renew automatically after that."
    : 'You can cancel online at any time through the link below.',
];

/**
 * How a payment that does not match the price is returned: Courtly refunds the card, or an admin
 * arranges the return after a refund failed. Null if the payment is for a membership.
 */
export type PaymentReturn = 'toCard' | 'byAdmin' | null;

/**
 * The state of the membership when an email is written. `paidUntil` (UTC) is null if there is no
 * paid time.
 */
export type EmailState = Readonly<{ paymentReturn: PaymentReturn; paidUntil: string | null }>;

const WRONG_PAYMENT =
  "This payment didn't match the price of Elite, so it didn't start a membership.";

const reversedText = (
  { kind, amountCents, currency, changesAccess }: ReversalNews,
  { paymentReturn, paidUntil }: EmailState,
): EmailText => {
  const amount = amountText(amountCents, currency);
  const stillPaid =
    paidUntil === null ? [] : [`Your membership is still paid until ${formatDay(paidUntil)}.`];
  const end = changesAccess
    ? ['Your Elite membership has ended. Your bookings remain valid.']
    : paymentReturn === null
      ? stillPaid
      : [WRONG_PAYMENT];
  const what = paymentReturn === null ? 'membership' : 'payment';
  const way =
    kind === 'outside'
      ? "We didn't send it to your card."
      : 'It usually reaches your card in 5 to 10 business days.';
  return kind !== 'dispute'
    ? [`Your refund of ${amount}`, `We refunded ${amount} of your Elite ${what}. ${way}`, ...end]
    : [
        'Your bank took back an Elite payment',
        `Your bank took back ${amount} that you paid for Elite, because the payment was disputed.`,
        ...end,
        paymentReturn === null
          ? "If you didn't dispute it, please contact your bank. If the bank returns the payment, it will be valid again."
          : "If the bank returns the money to us, we'll return it to you.",
      ];
};

const undoneText = (
  { kind, amountCents, currency, changesAccess, until }: ReversalNews,
  { paymentReturn }: EmailState,
): EmailText => {
  const amount = amountText(amountCents, currency);
  const returned = `Your bank returned the disputed payment of ${amount} to us.`;
  const access =
    changesAccess && until !== null ? [`You're a member until ${formatInstant(until)}.`] : [];
  return kind === 'refund'
    ? [
        "Your refund didn't arrive",
        `Your bank sent our refund of ${amount} back to us. We'll arrange another way to refund you.`,
        ...access,
      ]
    : paymentReturn === null
      ? ['Your Elite payment is valid again', returned, ...access]
      : [
          "We're returning your Elite payment",
          `${returned} ${WRONG_PAYMENT}`,
          paymentReturn === 'toCard'
            ? "We'll return it to you. A refund usually reaches your card in 5 to 10 business days."
            : "An earlier refund failed. We'll arrange another one.",
        ];
};

type FailedNews = Extract<MembershipNews, { type: 'ElitePaymentFailed' }>;

/**
 * Paying an invoice in another currency would not renew anything, so Courtly ends the subscription.
 */
const failedText = ({ amountCents, currency = US_DOLLARS, until }: FailedNews): EmailText => [
  "Your Elite membership couldn't be renewed",
  `We couldn't charge your card ${amountText(amountCents, currency)} for the next month.`,
  currency === US_DOLLARS
    ? `You remain a member until ${formatInstant(until)}. To keep your membership, update your card through the link below before then. Your bookings remain valid either way.`
    : `Elite is billed in US dollars, so we canceled this invoice and won't charge it again. You remain a member until ${formatInstant(until)}. After that, you can join again through the link below. Your bookings remain valid.`,
];

type ResolvedNews = Extract<MembershipNews, { type: 'EliteMismatchResolved' }>;

/** A payment that is still open is canceled, unless the card is charged first. */
const resolvedText = (
  { paidBy }: ResolvedNews,
  { paymentReturn }: EmailState,
): readonly string[] => {
  if (paymentReturn === 'byAdmin')
    return ["The refund failed. We'll arrange another way to refund you."];
  return paidBy !== undefined && paymentReturn === null
    ? ["We're canceling it. If your card was charged, we'll refund it."]
    : [
        "We're refunding what you paid. A refund usually reaches your card in 5 to 10 business days.",
      ];
};

const textOf = (membershipNews: MembershipNews, state: EmailState): EmailText => {
  switch (membershipNews.type) {
    case 'EliteActivated':
      return activatedText(membershipNews);
    case 'EliteRenewed':
      return renewedText(membershipNews);
    case 'ElitePaymentFailed':
      return failedText(membershipNews);
    case 'EliteCancelled':
      return [
        'Your Elite membership is canceled',
        `We won't charge you again. You remain a member until ${formatInstant(membershipNews.until)}.`,
      ];
    case 'EliteReversed':
      return reversedText(membershipNews, state);
    case 'EliteReversalUndone':
      return undoneText(membershipNews, state);
    case 'EliteEnded':
      return [
        'Your Elite membership has ended',
        `We ended your membership on ${formatInstant(membershipNews.until)}. We won't charge your card again, and your bookings remain valid. If you have questions, please contact us.`,
      ];
    case 'EliteMismatchResolved':
      return [
        "We're returning your Elite payment",
        "Your payment didn't match the price of Elite, so it didn't start a membership.",
        ...resolvedText(membershipNews, state),
        'You can buy Elite again through the link below.',
      ];
    case 'EliteLapsed':
      return [
        'Your Elite membership has ended',
        `Your membership ended on ${formatInstant(membershipNews.until)}. Your bookings remain valid.`,
        ...(membershipNews.founderNumber === null
          ? []
          : [`If you renew, you keep founding number ${membershipNews.founderNumber}.`]),
      ];
  }
};

const memberEmail = (
  recipient: Recipient,
  [subject, ...sentences]: EmailText,
  publicUrl: string,
): Email =>
  composeEmail({
    to: recipient.email,
    subject,
    parts: [
      `Hi ${recipient.firstName},`,
      ...sentences,
      { words: 'Your membership', address: `${publicUrl}/elite` },
    ],
  });

/**
 * Prevents emails about a state that has since changed. Emails about money that has moved never
 * become outdated.
 */
export const isStillNews = (
  news: MembershipNews,
  member: Pick<Membership, 'term' | 'wrongPayments'> | null,
): boolean => {
  const term = member?.term ?? null;
  switch (news.type) {
    case 'EliteMismatchResolved': {
      // Another email reports that all of it was returned outside Stripe.
      const reversals = member?.wrongPayments.flatMap((payment) => payment.reversals) ?? [];
      return reversals.every(({ reversalId }) => reversalId !== news.orderId);
    }
    case 'ElitePaymentFailed':
      return term?.failed != null && !term.isLapsed && term.accessUntil === news.until;
    case 'EliteCancelled':
      return term?.isCancelled === true && !term.isLapsed && term.accessUntil === news.until;
    case 'EliteLapsed':
    case 'EliteEnded':
      return term?.isLapsed === true;
    default:
      return true;
  }
};

/** These are receipts and required notices, so members cannot unsubscribe from them. */
export const membershipEmail = (
  recipient: Recipient,
  membershipNews: MembershipNews,
  publicUrl: string,
  state: EmailState = { paymentReturn: null, paidUntil: null },
): Email => memberEmail(recipient, textOf(membershipNews, state), publicUrl);

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
      `Your membership as founding member No. ${founderNumber} ends on ${formatInstant(until)}. It doesn't renew automatically.`,
      `To stay a member, renew it through the link below. Another year costs ${amountText(amountCents)}, and you keep your number.`,
    ],
    publicUrl,
  );
