import type { Confirmation } from '@courtly/contracts/confirmations';

export const actLabels: Readonly<Record<Confirmation['act'], string>> = {
  booking_refund: 'Refund of a booking',
  booking_cancellation: 'Cancellation with a full refund',
  payout_adjustment: 'Payout adjustment',
  incident_ruling: 'Ruling with a refund',
  settlement: 'Settlement outside Stripe',
  membership_refund: 'Refund of a membership',
  membership_settlement: 'Membership settlement outside Stripe',
  policy_change: 'Policy change',
};

export const statusLabels = {
  confirmed: ['pending', 'Confirmed'],
  done: ['good', 'Done'],
  refused: ['bad', 'Not possible'],
  rejected: ['neutral', 'Rejected'],
  expired: ['neutral', 'Expired'],
} as const satisfies Record<Exclude<Confirmation['status'], 'waiting'>, readonly [string, string]>;

/** Whether the response says that a second admin has to confirm the change first. */
export const awaitsConfirmation = (response: unknown): boolean =>
  typeof response === 'object' && response !== null && 'confirmationId' in response;
