import type {
  BookingSide,
  CancelReason,
  CancellationQuote,
  DeclineReason,
  HistoryEntry,
} from '@courtly/contracts/bookings';
import { clock, money, shortDate } from '../../lib/format';
import { fullName } from '../session/person-labels';
import { type AnyBooking, isHostBooking } from './booking-queries';
import { declineReasonLabels, cancelReasonLabels } from './reason-labels';

/** Which booking, for those who hear only a button: its player to the host, else its court, and when. */
export const bookingName = (booking: AnyBooking): string =>
  [
    isHostBooking(booking) ? fullName(booking.user) : booking.court.name,
    shortDate(booking.startTime, booking.zone),
    clock(booking.startTime, booking.zone),
  ].join(', ');

export const refundRuleLabels: Record<CancellationQuote['rule'], string> = {
  pending: 'The host has not answered yet: nothing is charged.',
  free: 'Free cancellation: everything is refunded.',
  grace: 'The booking was confirmed only a short while ago: everything is refunded.',
  late: 'Free cancellation has ended: part of the total is refunded.',
  started: 'The hour has begun: nothing is refunded.',
  not_paid: 'Nothing was charged.',
  by_host: 'The player gets everything back, fee included.',
};

const byHost: readonly CancelReason[] = ['host_declined', 'host_cancelled'];

/** Why a booking ended early, to its player or its host: neither hears of themselves as of somebody else. */
export const cancellationLabel = (reason: CancelReason, reader: BookingSide): string => {
  const own = reader === 'host' ? byHost.includes(reason) : reason === 'player_cancelled';
  return own
    ? cancelReasonLabels[reason].replace(/the (player|host)$/, 'you')
    : cancelReasonLabels[reason];
};

const eventLabels: Record<string, string> = {
  BookingRequested: 'Requested',
  BookingPaymentAuthorised: 'Card held',
  BookingApproved: 'Confirmed',
  BookingCancelled: 'Cancelled',
  BookingCompleted: 'Completed',
};
const actorLabels: Record<HistoryEntry['who'], string> = {
  you: 'by you',
  player: 'by the player',
  host: 'by the host',
  courtly: 'by Courtly',
  operator: 'by an operator of Courtly',
};

const amount = (label: string, value: unknown) =>
  typeof value === 'string' ? [`${label} ${money(value)}`] : [];

/** What the title of an entry does not say yet. */
const causeLabels: Record<string, string> = {
  instant_book: 'Booked at once, without a request',
  host_did_not_answer: cancelReasonLabels.host_did_not_answer,
  hours_closed: cancelReasonLabels.hours_closed,
  not_paid: cancelReasonLabels.not_paid,
  payment_failed: cancelReasonLabels.payment_failed,
};

/** One entry of the timeline in words: its title and the lines under it. */
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
    ...amount('Total', details.totalAmount),
    ...amount('Agreed refund', details.refundAmount),
    ...(typeof details.note === 'string' ? [`“${details.note}”`] : []),
  ],
});
