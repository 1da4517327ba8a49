import type { AnyBooking } from './booking-queries';

export const isFinished = (status: AnyBooking['status']): boolean =>
  status === 'completed' || status === 'cancelled';

const chargedStatuses: readonly AnyBooking['paymentStatus'][] = [
  'captured',
  'refunded',
  'refund_failed',
  'settled',
  'refund_due',
];

/** Whether the booking was charged, even if the charge was refunded or settled another way. */
export const isCharged = ({ paymentStatus }: Pick<AnyBooking, 'paymentStatus'>): boolean =>
  chargedStatuses.includes(paymentStatus);
