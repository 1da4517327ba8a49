import type { DeclineReason } from '@courtly/contracts/bookings';
import type { BookingNotificationType as NoticeType } from '@courtly/contracts/notifications';
import { toMoney } from '@courtly/contracts/wire';
import type { BookableCourt } from '../../booking/courts/bookable-court.js';
import type { Booking } from '../../booking/bookings/booking.js';
import type { Email } from '../../platform/mail/email-body.js';
import { formatInstant } from '../../platform/mail/email-dates.js';
import type { Side } from './recipients.js';

/** Who reads a letter, and the links that it ends with: `page` leads to where they go on, those of `off` switch its kind off. */
export type Reader = Readonly<{
  email: string;
  firstName: string;
  page: Readonly<{ words: string; address: string }>;
  off: Readonly<{ page: string; oneClick: string }> | null;
}>;

/** Cents of money that moved, null where none did, and what an admin finds it by at Stripe. */
type Moved = Readonly<{ amountCents: number | null; stripeId?: string | null }>;
type Its = Readonly<{
  booking: Booking;
  court: Pick<BookableCourt, 'name' | 'location' | 'address'>;
}>;

const declined: Record<DeclineReason, string> = {
  not_available: 'The court is not available then.',
  maintenance: 'The court is under maintenance.',
  weather: 'The weather does not allow it.',
  too_many_players: 'There would be too many players.',
  other: 'The booking shows what the host wrote.',
};

const answerBy = ({ booking: { zone, answerBy } }: Its) =>
  `Please answer until ${formatInstant(zone, answerBy)}; after that it ends by itself.`;

const cents = (amount: number | null): string => `$${toMoney(amount ?? 0)}`;

const reconcile = 'Then `courtly payments reconcile` says whether log and Stripe agree.';

/** Of each notice the subject, and the sentences after the one that names court and time. */
const words: Record<
  NoticeType,
  (its: Its & Moved) => readonly [subject: string, ...sentences: string[]]
> = {
  request_received: (its) => ['A request for your court', answerBy(its)],
  booking_received: () => [
    'Your court was booked',
    'It was booked at once; there is nothing to answer.',
  ],
  cancelled_by_player: () => [
    'A booking of your court was cancelled',
    'The player cancelled; the hour is free again.',
  ],
  request_approved: () => ['Your request was approved', 'The host approved it: the hour is yours.'],
  request_declined: ({ booking: { cancellation } }) => [
    'Your request was declined',
    declined[cancellation?.declineReason ?? 'other'],
  ],
  request_unanswered: () => ['Your request was not answered', 'The host did not answer in time.'],
  cancelled_by_host: () => ['Your booking was cancelled', 'The host cancelled it.'],
  cancelled_by_closure: () => ['Your booking was cancelled', 'The host closed these hours.'],
  cancelled_by_operator: () => [
    'Your booking was cancelled',
    'Courtly cancelled it. The booking shows why.',
  ],
  booking_cancelled_by_operator: () => [
    'A booking of your court was cancelled',
    'Courtly cancelled it, and it is not counted against you. The booking shows why.',
  ],
  request_not_paid: () => [
    'Your request has ended',
    'It was not paid in time. Nothing was charged, and the hour is free again.',
  ],
  payment_failed: () => [
    'Your booking was cancelled',
    'Your card could not be charged, so the hour is free again.',
  ],
  charge_failed: () => [
    'A booking of your court was cancelled',
    "The player's card could not be charged, so the hour is free again.",
  ],
  charged: ({ booking: { rateCents, feeCents }, amountCents }) => [
    'Your receipt',
    `${cents(amountCents)} was charged to your card: ${cents(rateCents)} for the hour and ${cents(feeCents)} service fee.`,
    'The receipt to print stands with your booking.',
  ],
  hold_released: ({ amountCents }) => [
    'Your card is free again',
    `The hold of ${cents(amountCents)} on your card is released. Nothing was charged.`,
  ],
  refunded: ({ amountCents }) => [
    'Your refund',
    `${cents(amountCents)} is on its way back to your card. Banks take up to ten days to show it.`,
  ],
  refund_failed: ({ amountCents }) => [
    'Your refund did not arrive',
    `Your bank did not take the refund of ${cents(amountCents)}. We look into it and will write to you; nothing is lost.`,
  ],
  paid_out: ({ amountCents }) => [
    'You were paid',
    `${cents(amountCents)} was sent to your account for this hour.`,
  ],
  payment_disputed: (its) => [
    'A payment is disputed',
    `The bank of the player has taken back ${cents(its.amountCents)}. The host is not paid while the dispute is open.`,
    `At Stripe it is ${its.stripeId}: answer it there before its deadline, with what you know of the hour.`,
  ],
  refund_came_back: (its) => [
    'A refund failed',
    `The bank of the player did not take the refund of ${cents(its.amountCents)}: it came back to Courtly.`,
    `At Stripe it is ${its.stripeId}: refund it there once more, or agree with the player on another way. ${reconcile}`,
  ],
  payment_mismatched: (its) => [
    'A payment has a wrong amount',
    `Stripe shows ${cents(its.amountCents)}, which is not what the booking costs. Courtly leaves this payment alone.`,
    `At Stripe it is ${its.stripeId}: cancel or refund it there. ${reconcile}`,
  ],
};

const letter = (reader: Reader, subject: string, sentences: readonly string[]): Email => ({
  to: reader.email,
  subject,
  parts: [
    `Hello ${reader.firstName},`,
    ...sentences,
    reader.page,
    ...(reader.off ? [{ words: 'Get no more mails of this kind', address: reader.off.page }] : []),
  ],
  ...(reader.off && { unsubscribe: reader.off.oneClick }),
});

const hourOf = ({ booking: { zone, startTime }, court: { name, location } }: Its): string =>
  `${[name, location].filter(Boolean).join(', ')}: ${formatInstant(zone, startTime)}.`;

/** Tells of a notice. Names nobody else, and the address of the court to none. */
export const noticeLetter = (reader: Reader, type: NoticeType, its: Its & Moved): Email => {
  const [subject, ...sentences] = words[type](its);
  return letter(reader, subject, [hourOf(its), ...sentences]);
};

/** Tells a host that an admin hides their court, and why, or shows it again: where `hiddenBecause` is null. */
export const courtLetter = (
  reader: Reader,
  { name, location, hiddenBecause }: Pick<BookableCourt, 'name' | 'location' | 'hiddenBecause'>,
): Email => {
  const place = `${[name, location].filter(Boolean).join(', ')}.`;
  return hiddenBecause === null
    ? letter(reader, 'Your court is shown again', [
        place,
        'It can be found and booked again, as you have set it.',
      ])
    : letter(reader, 'Your court is hidden', [
        ...[
          place,
          'Courtly has hidden it: nobody finds or books it until we show it again. Bookings to come stay.',
        ],
        ...(hiddenBecause === '' ? [] : [`The reason: ${hiddenBecause}`]),
      ]);
};

/** Tells that the other side wrote about a booking: who, by the first name, and not what. */
export const messageLetter = (reader: Reader, author: string, its: Its): Email =>
  letter(reader, `${author} wrote to you`, [
    hourOf(its),
    `${author} wrote to you about this hour.`,
  ]);

const ahead = { day: 'tomorrow', hour: 'in an hour' } as const;

/** How long before its start somebody is reminded of a booking. */
export type Ahead = keyof typeof ahead;

/** Reminds of a confirmed booking. The player reads where exactly it is. */
export const reminderLetter = (reader: Reader, when: Ahead, side: Side, its: Its): Email =>
  letter(
    reader,
    side === 'player' ? `You play ${ahead[when]}` : `Your court is booked ${ahead[when]}`,
    [hourOf(its), ...(side === 'player' ? [`The address: ${its.court.address}`] : [])],
  );
