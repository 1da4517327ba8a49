import type { FoundBooking } from '@courtly/contracts/admin-bookings';

export const bookingStatusLabels: Readonly<Record<FoundBooking['status'], string>> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Canceled',
};

export const paymentLabels: Readonly<Record<FoundBooking['paymentStatus'], string>> = {
  not_required: 'No payment',
  unpaid: 'Unpaid',
  authorised: 'Authorized',
  captured: 'Charged',
  released: 'Released',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  overdue: 'Overdue',
  settled: 'Settled',
  refund_due: 'Refund due',
};
