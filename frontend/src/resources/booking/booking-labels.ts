import type {
  BookingSide,
  CancelReason,
  CancellationQuote,
  DeclineReason,
  HistoryEntry,
} from '@courtly/contracts/bookings';
import { formatTime, formatMoney, formatShortDate } from '../../lib/format';
import { fullName } from '../session/person-labels';
import { type AnyBooking, isHostBooking } from './booking-queries';
import { declineReasonLabels, cancelReasonLabels } from './reason-labels';

/** Identifies a booking in button labels by its player or court, date, and time. */
export const bookingName = (booking: AnyBooking): string =>
  [
    isHostBooking(booking) ? fullName(booking.user) : booking.court.name,
    formatShortDate(booking.startTime, booking),
    formatTime(booking.startTime, booking),
  ].join(', ');

export const refundRuleLabels: Record<CancellationQuote['rule'], string> = {
  pending: "The host hasn't responded yet, so nothing is charged.",
  free: 'Free cancellation: the full amount is refunded.',
  grace: 'The booking was just confirmed: the full amount is refunded.',
  late: 'Free cancellation has ended: part of the total is refunded.',
  started: 'The booking has started, so nothing is refunded.',
  not_paid: 'Nothing was charged.',
  by_host: 'The player gets a full refund, including the fee.',
};

/** While the payment is only authorized, a cancellation releases it instead of refunding it. */
export const unchargedRuleLabels: Partial<typeof refundRuleLabels> = {
  free: "Free cancellation: the card isn't charged.",
  grace: "The booking was just confirmed: the card isn't charged.",
  late: 'Free cancellation has ended: part of the total is charged.',
  started: 'The booking has started, so the total is charged.',
  by_host: "The player's card isn't charged.",
};

const hostReasons: readonly CancelReason[] = ['host_declined', 'host_cancelled'];

/** Why a booking was canceled, from the viewer's side. */
export const cancellationLabel = (cancelReason: CancelReason, viewerSide: BookingSide): string => {
  const isOwnAction =
    viewerSide === 'host'
      ? hostReasons.includes(cancelReason)
      : cancelReason === 'player_cancelled';
  return isOwnAction
    ? cancelReasonLabels[cancelReason].replace(/the (player|host)$/, 'you')
    : cancelReasonLabels[cancelReason];
};

const eventLabels: Record<string, string> = {
  BookingRequested: 'Requested',
  BookingPaymentAuthorised: 'Card authorized',
  BookingApproved: 'Confirmed',
  BookingCancelled: 'Canceled',
  BookingLocalTimeChanged: 'Clock time changed',
  BookingMoved: 'Moved after bad weather',
  BookingCompleted: 'Completed',
};
const actorLabels: Record<HistoryEntry['who'], string> = {
  you: 'by you',
  player: 'by the player',
  host: 'by the host',
  courtly: 'by Courtly',
  operator: 'by a Courtly operator',
};

const amountLine = (label: string, amount: unknown) =>
  typeof amount === 'string' ? [`${label} ${formatMoney(amount)}`] : [];

/** Labels for causes that the title doesn't mention. */
const causeLabels: Record<string, string> = {
  instant_book: 'Booked instantly, without a request',
  host_did_not_answer: cancelReasonLabels.host_did_not_answer,
  hours_closed: cancelReasonLabels.hours_closed,
  not_paid: cancelReasonLabels.not_paid,
  payment_failed: cancelReasonLabels.payment_failed,
};

/** Title and details of a history entry. */
export const historyEntryLabel = ({
  what,
  who,
  why,
  details,
}: HistoryEntry): { title: string; lines: string[] } => ({
  title: `${why === 'host_declined' ? 'Declined' : (eventLabels[what] ?? what)} ${actorLabels[who]}`,
  lines: [
    ...(why && why in causeLabels ? [causeLabels[why]!] : []),
    ...(typeof details.declineReason === 'string'
      ? [declineReasonLabels[details.declineReason as DeclineReason]]
      : []),
    ...amountLine('Total', details.totalAmount),
    ...amountLine('Agreed refund', details.refundAmount),
    ...(typeof details.note === 'string' ? [`“${details.note}”`] : []),
  ],
});
