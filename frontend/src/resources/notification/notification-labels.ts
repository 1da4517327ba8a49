import { formatAmount } from '@courtly/contracts/amount';
import type { NotificationItem } from '@courtly/contracts/notifications';
import { refundArrival } from '@courtly/contracts/refund-arrival';
import { shortDayLabel } from '../../lib/days';
import {
  type CourtZone,
  dayInZone,
  formatTime,
  formatShortDate,
  zoneAbbreviation,
} from '../../lib/format';
import { declineReasonLabels } from '../booking/reason-labels';

/** The booking's zone with another offset, such as the one before the zone data changed. */
const withOffset = (
  { startTime: from, endTime: until, zone }: NotificationItem,
  offset: string,
): CourtZone => ({ zone, zoneOffsets: [{ from, until, offset }] });

const bookingLabel = (notification: NotificationItem) => {
  const { court, startTime, offsets } = notification;
  const zone = offsets ? withOffset(notification, offsets.after) : notification;
  const time = `${formatTime(startTime, zone)} ${zoneAbbreviation(startTime, zone)}`;
  const unbrokenTime = time.replaceAll(' ', '\u00a0');
  return `${court.name}, ${formatShortDate(startTime, zone)}, ${unbrokenTime}`;
};

const deadlineLabel = (deadline: string, zone: CourtZone) =>
  `${formatShortDate(deadline, zone)}, ${formatTime(deadline, zone)} ${zoneAbbreviation(deadline, zone)}`;

const playerName = ({ player }: NotificationItem) =>
  [player?.firstName, player?.lastName].filter(Boolean).join(' ') || 'A former member';

const isNegative = ({ amount }: NotificationItem): boolean =>
  amount !== null && amount.amount.startsWith('-');

const absoluteAmount = ({ amount }: NotificationItem): string =>
  amount === null ? '' : formatAmount({ ...amount, amount: amount.amount.replace('-', '') });

/** `amount` is formatted and has no sign. */
const titleLabels: Record<
  NotificationItem['type'],
  (notification: NotificationItem, amount: string) => string
> = {
  request_received: (notification) => `${playerName(notification)} requested a booking`,
  request_sent: () => 'We sent your request',
  booking_received: (notification) => `${playerName(notification)} booked your court`,
  cancelled_by_player: (notification) => `${playerName(notification)} canceled`,
  cancelled_by_you: () => 'You canceled your booking',
  request_approved: () => 'Your request was approved',
  request_declined: () => 'Your request was declined',
  request_unanswered: ({ side }) =>
    side === 'host' ? 'A request expired' : "The host didn't respond in time",
  cancelled_by_host: () => 'The host canceled your booking',
  cancelled_by_closure: () => 'The host closed the court at the time of your booking',
  cancelled_by_operator: () => 'Courtly canceled your booking',
  booking_cancelled_by_operator: (notification) =>
    `Courtly canceled a booking by ${playerName(notification)}`,
  request_not_paid: () => 'Your request expired without payment',
  payment_failed: () => "Your card couldn't be charged",
  charge_failed: (notification) =>
    `${playerName(notification)} couldn't pay: the slot is available again`,
  local_time_changed: (notification) => {
    const { startTime, offsets } = notification;
    const previousTime = formatTime(startTime, withOffset(notification, offsets!.before));
    return `The clock time of a booking changed: it was ${previousTime}`;
  },
  hour_moved: (notification) => `${playerName(notification)} moved an hour because of the weather`,
  hour_moved_by_you: () => 'Your hour has moved',
  charged: (_, amount) => `${amount} was charged to your card`,
  hold_released: (_, amount) => `The ${amount} authorization on your card was released`,
  refunded: (notification, amount) =>
    `${amount} is on its way back to your card: expected by ${shortDayLabel(refundArrival(dayInZone(notification.at, notification)).until)}`,
  refund_failed: (_, amount) => `Your bank rejected a refund of ${amount}`,
  match_to_confirm: (notification) => `${playerName(notification)} logged a match against you`,
  match_named: (notification) => `${playerName(notification)} logged a match with you`,
  match_disputed: (notification) => `${playerName(notification)} disputed your match`,
  match_left: () => "Someone you named in a match said they weren't there",
  match_confirmed: (notification) => `${playerName(notification)} confirmed your result`,
  match_claimed: (notification) => `${playerName(notification)} joined your match`,
  match_counted: () => 'A match counted without your response',
  match_withdrawal: (notification) =>
    `${playerName(notification)} wants to withdraw a match: do you agree?`,
  match_voided: () => "An admin decided: the match doesn't count",
  match_stands: () => 'An admin decided: the result is kept',
  match_withdrawn: (notification) => `${playerName(notification)} withdrew the result of a match`,
  match_challenge: (notification) => `${playerName(notification)} booked a court to play you`,
  rating_changed: () => 'Your rating changed: an earlier result no longer counts',
  court_hidden: () => 'Courtly has hidden your court',
  court_shown: () => 'Your court is visible again',
  payout_account_needs: () => 'Your payout account needs your attention',
  payouts_waiting: (_, amount) => `${amount} is waiting for your payout account`,
  payouts_await_approval: (_, amount) => `${amount} is waiting until you're approved as a host`,
  bank_payout_returned: (_, amount) => `Your bank returned a payout of ${amount}`,
  message_received: (notification) =>
    notification.player ? `${playerName(notification)} wrote to you` : 'The host wrote to you',
  paid_out: (_, amount) => `You were paid ${amount}`,
  refund_borne: (_, amount) => `A refund reduced your share by ${amount}`,
  payout_refused: (_, amount) => `Your payout of ${amount} is delayed`,
  payout_reversed: (_, amount) => `${amount} of a payout was taken back`,
  payout_offset: (_, amount) => `${amount} of a payout repaid what you owed`,
  payout_adjusted: (notification, amount) =>
    isNegative(notification)
      ? `Courtly deducted ${amount} from a payout`
      : `Courtly added ${amount} to a payout`,
  charge_disputed: (_, amount) => `A player's bank disputed a payment and took back ${amount}`,
  dispute_won: (_, amount) => `A dispute was won: the bank returned ${amount}`,
  dispute_lost: () => 'A dispute was lost: the disputed amount stays with the player',
  payment_overdue: (_, amount) => `${amount} couldn't be charged to your card`,
  charge_overdue: (notification) =>
    `${playerName(notification)}'s card couldn't be charged: your payout is on hold`,
  payment_settled: (_, amount) => `We received your payment of ${amount}`,
  charge_settled: (notification, amount) =>
    `${playerName(notification)} paid ${amount} another way`,
  payment_waived: (_, amount) => `Courtly waived ${amount} of your payment`,
  charge_waived: (_, amount) => `Courtly waived ${amount} of a player's payment`,
  refund_settled: (_, amount) => `${amount} was refunded another way`,
  host_debt: (_, amount) => `A host owes ${amount}, and no payout is left to take it from`,
  refund_waived: (_, amount) => `${amount} of your refund was waived`,
  payment_return_due: (_, amount) => `A payment outside Stripe must be returned: ${amount}`,
  payment_fraud_warned: (_, amount) =>
    `A bank reported a payment of ${amount} as fraud: refund it to prevent a dispute`,
  authorization_fraud_warned: (_, amount) =>
    `A bank reported an authorization of ${amount} as fraud: cancel the booking to release it`,
  payment_refused: (_, amount) => `Stripe refused a payment step for ${amount}`,
  payment_retries_ended: (_, amount) => `Courtly stopped retrying a payment step for ${amount}`,
  payment_unpaid: (_, amount) => `A booked hour is unpaid: ${amount}`,
  payment_inquiry: (_, amount) => `A bank inquired about a payment of ${amount}: respond to it`,
  payment_dispute_won: (_, amount) => `A dispute was won: the bank returned ${amount}`,
  payment_dispute_lost: (_, amount) => `A dispute about a payment of ${amount} was lost`,
  transfer_refused: (_, amount) => `Stripe refused a host's payout of ${amount}`,
  reversal_refused: (_, amount) => `Stripe refused to take ${amount} back from a host`,
  host_payout_reversed: (_, amount) => `${amount} was taken back from a host`,
  payment_disputed: (_, amount) => `A bank reversed a payment of ${amount}: respond to the dispute`,
  incident_reported: ({ answerBy }) =>
    answerBy === null
      ? 'The other side reported you too: Courtly will decide'
      : 'The other side reported a problem: please respond',
  incident_disputed: () => 'Your report was disputed: Courtly will decide',
  incident_upheld: () => 'A report was upheld',
  incident_dismissed: () => 'A report was dismissed',
  review_due: ({ side }) =>
    side === 'host' ? 'How was the player? Write a review' : 'How was the court? Write a review',
  review_received: ({ side }) =>
    side === 'host' ? 'A player reviewed your court' : 'A host reviewed you',
  review_removed: () => 'Courtly removed your review',
  message_removed: () => 'Courtly removed a message that you wrote',
  ranking_hidden: () => 'Courtly hid you from the rankings',
  ranking_shown: () => "You're in the rankings again",
  report_upheld: () => 'Your report was upheld: the text was removed',
  report_dismissed: () => 'Your report was reviewed: the text stays',
  host_suspended: () => 'A suspended host has upcoming bookings',
  incident_overdue: () => 'A report or claim is overdue: decide it',
  refund_came_back: (_, amount) => `A refund of ${amount} failed`,
  membership_mismatched: (_, amount) => `A payment of ${amount} doesn't match the membership price`,
  membership_inquiry: (_, amount) =>
    `A bank inquired about a membership payment of ${amount}: respond to it`,
  membership_fraud_warned: (_, amount) =>
    `A bank reported a membership payment of ${amount} as fraud: refund it to prevent a dispute`,
  membership_reversed: (_, amount) =>
    `${amount} of a membership was refunded or disputed at the bank`,
  membership_dispute_lost: (_, amount) =>
    `A dispute about a membership payment of ${amount} was lost`,
  membership_refund_refused: (_, amount) =>
    `A membership refund of ${amount} failed: order it again or repay it another way`,
  membership_cancellation_refused: (_, amount) =>
    `Stripe refused to cancel a membership payment of ${amount}`,
  membership_retries_ended: (_, amount) =>
    `Courtly stopped trying to cancel a membership payment of ${amount}`,
  money_findings: () => 'The nightly money check has new findings',
  balance_uncovered: (_, amount) =>
    `Stripe's balance is ${amount} too low for the payouts to hosts`,
  payment_mismatched: (_, amount) => `A payment of ${amount} doesn't match the booking price`,
};

/** Whether the notification concerns a court instead of a booking. */
export const isCourtNotification = ({ type }: NotificationItem): boolean =>
  type === 'court_hidden' || type === 'court_shown';

/** Whether the notification concerns the host's payout account. */
const isAccountNotification = ({ type }: NotificationItem): boolean =>
  type === 'payout_account_needs' ||
  type === 'payouts_waiting' ||
  type === 'payouts_await_approval' ||
  type === 'bank_payout_returned';

/** Whether the notification concerns Courtly's own records or balance. */
const isPlatformNotification = ({ type }: NotificationItem): boolean =>
  type === 'money_findings' || type === 'balance_uncovered';

/** Reviews and reports that have only a court, without the hour of a booking. */
const isWithoutHour = ({ type }: NotificationItem): boolean =>
  ['review_received', 'review_removed', 'message_removed'].includes(type) ||
  type.startsWith('report_');

/** The court or booking; none for a membership, a payout account, the rankings, or the platform. */
const subjectLines = (notification: NotificationItem): string[] => {
  if (isWithoutHour(notification)) return [notification.court.name];
  if (
    /^(membership|ranking)_/.test(notification.type) ||
    isAccountNotification(notification) ||
    isPlatformNotification(notification)
  )
    return [];
  return [isCourtNotification(notification) ? notification.court.name : bookingLabel(notification)];
};

/** Title and details of a notification. */
export const notificationLabel = (
  notification: NotificationItem,
): { title: string; lines: string[] } => ({
  title: titleLabels[notification.type](notification, absoluteAmount(notification)),
  lines: [
    ...subjectLines(notification),
    ...(notification.reason ? [notification.reason] : []),
    ...(notification.type === 'match_counted'
      ? ['If the result is wrong, ask to withdraw it: the other side or an admin decides']
      : []),
    ...(notification.declineReason ? [declineReasonLabels[notification.declineReason]] : []),
    ...(notification.side === 'admin' && notification.answerBy
      ? [`Respond by ${deadlineLabel(notification.answerBy, notification)}`]
      : []),
    ...(notification.stripeId ? [`${notification.stripeId} in Stripe`] : []),
  ],
});
