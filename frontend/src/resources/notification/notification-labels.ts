import type { NotificationItem } from '@courtly/contracts/notifications';
import { refundArrival } from '@courtly/contracts/refund-arrival';
import { shortDayLabel } from '../../lib/days';
import { dayInZone, formatTime, formatMoney, formatShortDate } from '../../lib/format';
import { declineReasonLabels } from '../booking/reason-labels';

const bookingLabel = ({ court, startTime, zone }: NotificationItem) =>
  `${court.name}, ${formatShortDate(startTime, zone)}, ${formatTime(startTime, zone)}`;

const playerName = ({ player }: NotificationItem) =>
  [player?.firstName, player?.lastName].filter(Boolean).join(' ') || 'A former member';

const titleLabels: Record<NotificationItem['type'], (notification: NotificationItem) => string> = {
  request_received: (notification) => `${playerName(notification)} requested a booking`,
  booking_received: (notification) => `${playerName(notification)} booked your court`,
  cancelled_by_player: (notification) => `${playerName(notification)} canceled`,
  request_approved: () => 'Your request was approved',
  request_declined: () => 'Your request was declined',
  request_unanswered: ({ side }) =>
    side === 'host' ? 'A request expired' : 'The host did not respond in time',
  cancelled_by_host: () => 'The host canceled your booking',
  cancelled_by_closure: () => 'The host closed the court during your booking',
  cancelled_by_operator: () => 'Courtly canceled your booking',
  booking_cancelled_by_operator: (notification) =>
    `Courtly canceled a booking by ${playerName(notification)}`,
  request_not_paid: () => 'Your request expired without payment',
  payment_failed: () => 'Your card could not be charged',
  charge_failed: (notification) =>
    `${playerName(notification)} could not pay: the slot is available again`,
  charged: ({ amount }) => `${formatMoney(amount!)} was charged to your card`,
  hold_released: ({ amount }) =>
    `The ${formatMoney(amount!)} authorization on your card was released`,
  refunded: ({ amount, at, zone }) =>
    `${formatMoney(amount!)} is on its way back to your card: expected by ${shortDayLabel(refundArrival(dayInZone(at, zone)).until)}`,
  refund_failed: ({ amount }) => `Your bank rejected a refund of ${formatMoney(amount!)}`,
  match_to_confirm: (notification) => `${playerName(notification)} logged a match against you`,
  match_named: (notification) => `${playerName(notification)} logged a match with you`,
  match_disputed: (notification) => `${playerName(notification)} disputes your match`,
  match_voided: () => 'Dispute accepted: the match does not count',
  match_stands: () => 'Dispute rejected: the result counts',
  match_withdrawn: (notification) => `${playerName(notification)} withdrew the result of a match`,
  match_challenge: (notification) => `${playerName(notification)} booked a court to play you`,
  rating_changed: () => 'Your rating changed: an earlier result was withdrawn',
  court_hidden: () => 'Courtly has hidden your court',
  court_shown: () => 'Your court is visible again',
  payout_account_needs: () => 'Your payout account needs your attention',
  bank_payout_returned: ({ amount }) => `Your bank returned a payout of ${formatMoney(amount!)}`,
  message_received: (notification) =>
    notification.player ? `${playerName(notification)} wrote to you` : 'The host wrote to you',
  paid_out: ({ amount }) => `You were paid ${formatMoney(amount!)}`,
  refund_borne: ({ amount }) => `A refund reduced your share by ${formatMoney(amount!)}`,
  payout_refused: ({ amount }) => `Your payout of ${formatMoney(amount!)} is delayed`,
  payout_reversed: ({ amount }) => `${formatMoney(amount!)} of a payout was taken back`,
  payout_offset: ({ amount }) => `${formatMoney(amount!)} of a payout repaid what you owed`,
  payout_adjusted: ({ amount }) =>
    amount!.startsWith('-')
      ? `Courtly deducted ${formatMoney(amount!.slice(1))} from a payout`
      : `Courtly added ${formatMoney(amount!)} to a payout`,
  charge_disputed: ({ amount }) =>
    `A player's bank disputes a payment: it took back ${formatMoney(amount!)}`,
  dispute_won: ({ amount }) => `A dispute was won: the bank returned ${formatMoney(amount!)}`,
  dispute_lost: () => 'A dispute was lost: the bank decided in favor of the player',
  payment_overdue: ({ amount }) => `${formatMoney(amount!)} could not be charged to your card`,
  charge_overdue: (notification) =>
    `${playerName(notification)}'s card could not be charged: your payout waits`,
  payment_settled: ({ amount }) => `We received your payment of ${formatMoney(amount!)}`,
  charge_settled: (notification) =>
    `${playerName(notification)} paid ${formatMoney(notification.amount!)} outside their card`,
  charge_waived: ({ amount }) => `Courtly waived ${formatMoney(amount!)} of a player's payment`,
  refund_settled: ({ amount }) => `${formatMoney(amount!)} was refunded outside your card`,
  payment_return_due: ({ amount }) =>
    `A payment outside Stripe must be returned: ${formatMoney(amount!)}`,
  payment_refused: ({ amount }) => `Stripe refused a payment step for ${formatMoney(amount!)}`,
  payment_retries_ended: ({ amount }) =>
    `Courtly stopped retrying a payment step for ${formatMoney(amount!)}`,
  payment_unpaid: ({ amount }) => `A booked hour is unpaid: ${formatMoney(amount!)}`,
  payment_inquiry: ({ amount }) =>
    `A bank asks about a payment of ${formatMoney(amount!)}: respond to it`,
  payment_dispute_won: ({ amount }) =>
    `A dispute was won: the bank returned ${formatMoney(amount!)}`,
  payment_dispute_lost: ({ amount }) =>
    `A dispute about a payment of ${formatMoney(amount!)} was lost`,
  transfer_refused: ({ amount }) => `Stripe refused a host's payout of ${formatMoney(amount!)}`,
  reversal_refused: ({ amount }) =>
    `Stripe refused to take ${formatMoney(amount!)} back from a host`,
  host_payout_reversed: ({ amount }) => `${formatMoney(amount!)} was taken back from a host`,
  payment_disputed: ({ amount }) =>
    `A bank reversed a payment of ${formatMoney(amount!)}: respond to the dispute`,
  refund_came_back: ({ amount }) => `A refund of ${formatMoney(amount!)} failed`,
  membership_mismatched: ({ amount }) =>
    `A payment of ${formatMoney(amount!)} does not match the membership price`,
  membership_inquiry: ({ amount }) =>
    `A bank asks about a membership payment of ${formatMoney(amount!)}: respond to it`,
  membership_reversed: ({ amount }) =>
    `${formatMoney(amount!)} of a membership was refunded or disputed at the bank`,
  membership_refund_refused: ({ amount }) =>
    `A membership refund of ${formatMoney(amount!)} failed: order it again or repay it another way`,
  payment_mismatched: ({ amount }) =>
    `A payment of ${formatMoney(amount!)} does not match the booking price`,
};

/** Whether the notification concerns a court instead of a booking. */
export const isCourtNotification = ({ type }: NotificationItem): boolean =>
  type === 'court_hidden' || type === 'court_shown';

/** Whether the notification concerns the host's payout account. */
const isAccountNotification = ({ type }: NotificationItem): boolean =>
  type === 'payout_account_needs' || type === 'bank_payout_returned';

/** The court or booking; none for a membership or a payout account. */
const subjectLines = (notification: NotificationItem): string[] => {
  if (notification.type.startsWith('membership_') || isAccountNotification(notification)) return [];
  return [isCourtNotification(notification) ? notification.court.name : bookingLabel(notification)];
};

/** Title and details of a notification. */
export const notificationLabel = (
  notification: NotificationItem,
): { title: string; lines: string[] } => ({
  title: titleLabels[notification.type](notification),
  lines: [
    ...subjectLines(notification),
    ...(notification.reason ? [notification.reason] : []),
    ...(notification.declineReason ? [declineReasonLabels[notification.declineReason]] : []),
    ...(notification.stripeId ? [`${notification.stripeId} in Stripe`] : []),
  ],
});
