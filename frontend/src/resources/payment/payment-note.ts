import type { Booking, BookingCharge, PaymentStatus } from '@courtly/contracts/bookings';
import { BUSINESS_DAYS, refundArrival } from '@courtly/contracts/refund-arrival';
import {
  type CourtZone,
  type Place,
  dayInZone,
  formatMoney,
  formatShortDate,
  formatTime,
  zoneAbbreviation,
} from '../../lib/format';
import { cardLabel } from './card-label';

type PaymentSubject = Pick<
  Booking,
  | 'status'
  | 'paymentStatus'
  | 'totalAmount'
  | 'charge'
  | 'owedAmount'
  | 'chargesAt'
  | 'zone'
  | 'zoneOffsets'
>;

const isCancelled = (status: Booking['status']) => status === 'cancelled';

/** The days on which a refund reaches the card: `between Fri, Mar 19 and Fri, Mar 26`. */
export const refundArrivalLabel = (refundedAt: string, place: Place): string => {
  const { from, until } = refundArrival(dayInZone(refundedAt, place));
  const [fromLabel, untilLabel] = [from, until].map((day) =>
    formatShortDate(`${day}T00:00:00Z`, 'UTC'),
  );
  return `between ${fromLabel} and ${untilLabel}`;
};

const refundNote = (
  { amount, at, hasFailed }: BookingCharge['refunds'][number],
  place: CourtZone,
  now: string,
): string => {
  if (hasFailed) return `Your bank rejected a refund of ${formatMoney(amount)}.`;
  const refundText = `${formatMoney(amount)} was refunded on ${formatShortDate(at, place)}.`;
  const hasArrived = dayInZone(now, place) > refundArrival(dayInZone(at, place)).until;
  return hasArrived
    ? refundText
    : `${refundText} Your bank should show it ${refundArrivalLabel(at, place)}.`;
};

/** During an upgrade, an API of the previous release lacks `lostAmount`. */
const disputeNotes = ({ disputedAmount, lostAmount, isDisputeOpen }: BookingCharge): string[] => [
  ...(Number(lostAmount) > 0
    ? [`Your bank returned ${formatMoney(lostAmount)} to you after a dispute.`]
    : []),
  ...(isDisputeOpen
    ? [`Your bank took back ${formatMoney(disputedAmount)} while it reviews a dispute.`]
    : []),
];

const contactNote = (owedAmount: string) =>
  `Please contact us to settle ${formatMoney(owedAmount)}.`;

/** What happened to the part of the price that was not charged. */
const restNotes = ({ paymentStatus, owedAmount, charge }: PaymentSubject): string[] => {
  if (Number(owedAmount) > 0) return [`We couldn't charge the rest. ${contactNote(owedAmount)}`];
  return paymentStatus === 'settled' && charge?.settledAmount === '0.00'
    ? ['The rest is settled.']
    : [];
};

/** The charge, the refunds, and the dispute, in one sentence each. */
const chargeNote = (charge: BookingCharge, booking: PaymentSubject, now: string): string => {
  const { amount, card, refunds, settledAmount, isRefundDue } = charge;
  return [
    `${formatMoney(amount)} was charged to your ${card ? cardLabel(card) : 'card'}.`,
    ...refunds.map((refund) => refundNote(refund, booking, now)),
    ...(booking.paymentStatus === 'refund_failed'
      ? ["If it is still due, we'll return it and email you."]
      : []),
    ...(settledAmount === '0.00' ? [] : [`${formatMoney(settledAmount)} was settled another way.`]),
    ...(isRefundDue ? ['Your refund is on its way to your card.'] : []),
    ...disputeNotes(charge),
    ...restNotes(booking),
  ].join(' ');
};

const noteByStatus: Record<PaymentStatus, (booking: PaymentSubject) => string | null> = {
  not_required: () => null,
  unpaid: ({ status }) => (isCancelled(status) ? 'Nothing was charged.' : 'Not paid yet.'),
  authorised: (booking) => {
    const { status, totalAmount, chargesAt } = booking;
    const totalLabel = formatMoney(totalAmount);
    if (chargesAt !== null)
      return (
        `${totalLabel} is authorized on your card. It will be charged on ${formatShortDate(chargesAt, booking)}, ` +
        `${formatTime(chargesAt, booking)} ${zoneAbbreviation(chargesAt, booking)}, unless you cancel before then.`
      );
    if (isCancelled(status))
      return `The ${totalLabel} authorization on your card is being released.`;
    return status === 'pending'
      ? `${totalLabel} is authorized on your card. It will be charged only if the host approves.`
      : `${totalLabel} is being charged to your card.`;
  },
  captured: ({ status, totalAmount }) =>
    isCancelled(status)
      ? 'You pay only the part that the cancellation policy keeps. Your receipt shows the amounts.'
      : `${formatMoney(totalAmount)} was charged to your card.`,
  released: () => 'Nothing was charged; the authorization on your card was released.',
  refunded: () =>
    `Your refund is on its way to your card. Banks take up to ${BUSINESS_DAYS.until} business days to show it.`,
  refund_failed: () =>
    "Your bank returned the refund. We're trying again and will email you if it keeps failing.",
  overdue: ({ status, totalAmount, owedAmount = totalAmount }) =>
    isCancelled(status)
      ? `We couldn't charge your card the cancellation fee. ${contactNote(owedAmount)}`
      : `We couldn't charge your card for this booking. ${contactNote(owedAmount)}`,
  settled: () => 'The payment for this booking is settled.',
  refund_due: () =>
    "You paid another way, and we owe you a refund. We'll contact you to arrange it.",
};

/** The payment status at an instant (UTC), in sentences. Null for free bookings. */
export const paymentNote = (booking: PaymentSubject, now: string): string | null =>
  booking.charge
    ? chargeNote(booking.charge, booking, now)
    : noteByStatus[booking.paymentStatus](booking);
