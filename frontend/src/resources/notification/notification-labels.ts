import type { Notice } from '@courtly/contracts/notices';
import { clock, money, shortDate } from '../../lib/format';
import { declineReasonLabels } from '../booking/reason-labels';

const hourOf = ({ court, startTime, zone }: Notice) =>
  `${court.name}, ${shortDate(startTime, zone)}, ${clock(startTime, zone)}`;

const playerOf = ({ player }: Notice) =>
  [player?.firstName, player?.lastName].filter(Boolean).join(' ') || 'A former member';

const titles: Record<Notice['type'], (notice: Notice) => string> = {
  request_received: (notice) => `${playerOf(notice)} requested a booking`,
  booking_received: (notice) => `${playerOf(notice)} booked your court`,
  cancelled_by_player: (notice) => `${playerOf(notice)} cancelled`,
  request_approved: () => 'Your request was approved',
  request_declined: () => 'Your request was declined',
  request_unanswered: ({ side }) =>
    side === 'host' ? 'A request expired' : 'The host did not answer in time',
  cancelled_by_host: () => 'The host cancelled your booking',
  cancelled_by_closure: () => 'The host closed the court during your booking',
  cancelled_by_operator: () => 'Courtly cancelled your booking',
  booking_cancelled_by_operator: (notice) => `Courtly cancelled a booking by ${playerOf(notice)}`,
  request_not_paid: () => 'Your request expired without payment',
  payment_failed: () => 'Your card could not be charged',
  charge_failed: (notice) => `${playerOf(notice)} could not pay: the slot is available again`,
  charged: ({ amount }) => `${money(amount!)} was charged to your card`,
  hold_released: ({ amount }) => `The hold of ${money(amount!)} on your card was released`,
  refunded: ({ amount }) => `${money(amount!)} is on its way back to your card`,
  refund_failed: ({ amount }) => `Your bank rejected a refund of ${money(amount!)}`,
  match_to_confirm: (notice) => `${playerOf(notice)} logged a match against you`,
  match_named: (notice) => `${playerOf(notice)} logged a match with you`,
  match_disputed: (notice) => `${playerOf(notice)} disputes your match`,
  match_voided: () => 'Dispute accepted: the match does not count',
  match_stands: () => 'Dispute rejected: the result counts',
  match_withdrawn: (notice) => `${playerOf(notice)} withdrew the result of a match`,
  match_challenge: (notice) => `${playerOf(notice)} booked a court to play you`,
  rating_changed: () => 'Your rating changed: an earlier result was withdrawn',
  court_hidden: () => 'Courtly has hidden your court',
  court_shown: () => 'Your court is visible again',
  message_received: (notice) =>
    notice.player ? `${playerOf(notice)} wrote to you` : 'The host wrote to you',
  paid_out: ({ amount }) => `You were paid ${money(amount!)}`,
  payment_disputed: ({ amount }) =>
    `A bank reversed a payment of ${money(amount!)}: respond to the dispute`,
  refund_came_back: ({ amount }) => `A refund of ${money(amount!)} failed: pay it back another way`,
  membership_mismatched: ({ amount }) =>
    `A payment of ${money(amount!)} does not match the membership price`,
  payment_mismatched: ({ amount }) =>
    `A payment of ${money(amount!)} does not match the booking price`,
};

/** Whether the notice concerns a court instead of a booking. */
export const isOfCourt = ({ type }: Notice): boolean =>
  type === 'court_hidden' || type === 'court_shown';

/** The court or booking; none for a membership. */
const subjectOf = (notice: Notice): string[] => {
  if (notice.type === 'membership_mismatched') return [];
  return [isOfCourt(notice) ? notice.court.name : hourOf(notice)];
};

/** Title and details of a notice. */
export const noticeLabel = (notice: Notice): { title: string; lines: string[] } => ({
  title: titles[notice.type](notice),
  lines: [
    ...subjectOf(notice),
    ...(notice.reason ? [notice.reason] : []),
    ...(notice.declineReason ? [declineReasonLabels[notice.declineReason]] : []),
    ...(notice.stripeId
      ? [`Resolve ${notice.stripeId} at Stripe, then run courtly payments reconcile`]
      : []),
  ],
});
