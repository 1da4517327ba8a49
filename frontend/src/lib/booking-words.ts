import type { CancelReason } from '@courtly/contracts/bookings';

/** Why a booking ended early. */
export const reasonWords: Record<CancelReason, string> = {
  player_cancelled: 'Cancelled by the player',
  host_declined: 'Declined by the host',
  host_cancelled: 'Cancelled by the host',
  host_did_not_answer: 'The host did not answer in time',
  hours_closed: 'The host closed these hours',
  operator_cancelled: 'Cancelled by Courtly',
};
