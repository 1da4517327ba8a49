import type { CancelReason, DeclineReason } from '@courtly/contracts/bookings';

export const cancelReasonLabels: Record<CancelReason, string> = {
  player_cancelled: 'Canceled by the player',
  host_declined: 'Declined by the host',
  host_cancelled: 'Canceled by the host',
  host_did_not_answer: "The host didn't respond in time",
  hours_closed: 'The host closed these hours',
  operator_cancelled: 'Canceled by Courtly',
  not_paid: 'Not paid in time',
  payment_failed: 'The payment failed',
};

export const declineReasonLabels: Record<DeclineReason, string> = {
  not_available: "The court isn't available at that time",
  maintenance: 'The court needs maintenance',
  weather: "The weather doesn't allow play",
  too_many_players: 'Too many players for the court',
  other: 'Another reason',
};

export const declineReasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(declineReasonLabels).map(([value, label]) => ({ value, label })),
];
