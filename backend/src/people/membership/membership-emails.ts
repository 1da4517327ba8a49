import type { ElitePlan } from '@courtly/contracts/membership';
import { toMoney } from '@courtly/contracts/wire';
import type { Email } from '../../platform/mail/email-body.js';

type Reader = Readonly<{ email: string; firstName: string }>;

type Paid = Readonly<{
  type: 'EliteActivated' | 'EliteRenewed';
  plan: ElitePlan;
  founderNumber: number | null;
  amountCents: number;
  until: string;
}>;

/** What is told of a membership. Amounts are cents; `until` is when it ends, or is paid until (UTC). */
export type Told =
  | Paid
  | Readonly<{ type: 'ElitePaymentFailed'; amountCents: number; until: string }>
  | Readonly<{ type: 'EliteCancelled'; until: string }>
  | Readonly<{ type: 'EliteLapsed'; founderNumber: number | null; until: string }>;

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

const dayOf = (instant: string): string => date.format(new Date(instant));
const momentOf = (instant: string): string => `${time.format(new Date(instant))} UTC`;

type Words = readonly [subject: string, ...sentences: string[]];

const activated = ({ plan, founderNumber, amountCents, until }: Paid): Words =>
  plan === 'founding'
    ? [
        'Welcome to Elite',
        `you are founding member number ${founderNumber}, and the number stays yours.`,
        `We received $${toMoney(amountCents)}. Your year lasts until ${dayOf(until)}. Nothing is charged by itself after that: we write to you 30 and 3 days before, and you renew it yourself, if you like.`,
      ]
    : [
        'Welcome to Elite',
        `your membership has begun. We received $${toMoney(amountCents)} for the month until ${dayOf(until)}.`,
        'It renews every month, as you agreed, until you cancel. You can do that online at any time, on the page below.',
      ];

const renewed = ({ plan, amountCents, until }: Paid): Words => [
  'Your Elite membership was renewed',
  `we received $${toMoney(amountCents)}. Your membership is paid until ${dayOf(until)}.`,
  plan === 'founding'
    ? 'Nothing is charged by itself after that.'
    : 'You can cancel online at any time, on the page below.',
];

const wordsOf = (told: Told): Words => {
  switch (told.type) {
    case 'EliteActivated':
      return activated(told);
    case 'EliteRenewed':
      return renewed(told);
    case 'ElitePaymentFailed':
      return [
        'Your Elite membership could not be renewed',
        `your card could not be charged with $${toMoney(told.amountCents)} for the next month.`,
        `You stay a member until ${momentOf(told.until)}. Use another card before then, on the page below, and nothing changes. Bookings that you have made stay valid either way.`,
      ];
    case 'EliteCancelled':
      return [
        'Your Elite membership is cancelled',
        `as you asked, nothing more is charged. You stay a member until ${momentOf(told.until)}.`,
      ];
    case 'EliteLapsed':
      return [
        'Your Elite membership has ended',
        `it ended on ${momentOf(told.until)}. Bookings that you have made stay valid.`,
        ...(told.founderNumber === null
          ? []
          : [`Founding number ${told.founderNumber} stays yours, should you renew.`]),
      ];
  }
};

const letter = (reader: Reader, [subject, ...sentences]: Words, publicUrl: string): Email => ({
  to: reader.email,
  subject,
  parts: [
    `Hello ${reader.firstName},`,
    ...sentences,
    { words: 'Your membership', address: `${publicUrl}/elite` },
  ],
});

/** Tells a member what became of their membership: receipts and what they must know, so that none can be switched off. */
export const membershipLetter = (reader: Reader, told: Told, publicUrl: string): Email =>
  letter(reader, wordsOf(told), publicUrl);

/** Reminds a founding member that the year ends. `amountCents` is what the next one costs. */
export const renewalLetter = (
  reader: Reader,
  founderNumber: number,
  until: string,
  amountCents: number,
  publicUrl: string,
): Email =>
  letter(
    reader,
    [
      `Your founding year ends on ${dayOf(until)}`,
      `your membership as founding member number ${founderNumber} ends on ${momentOf(until)}. It is not charged by itself.`,
      `To stay a member, renew it on the page below: another year costs $${toMoney(amountCents)}, and your number stays yours.`,
    ],
    publicUrl,
  );
