import type { Booking, PaymentStatus } from '@courtly/contracts/bookings';
import { formatMoney } from '../../lib/format';

type PaymentSubject = Pick<Booking, 'status' | 'paymentStatus' | 'totalAmount'>;

const isCancelled = (status: Booking['status']) => status === 'cancelled';

const noteByStatus: Record<PaymentStatus, (booking: PaymentSubject) => string | null> = {
  not_required: () => null,
  unpaid: ({ status }) => (isCancelled(status) ? 'Nothing was charged.' : 'Not paid yet.'),
  authorised: ({ status, totalAmount }) => {
    const totalLabel = formatMoney(totalAmount);
    if (isCancelled(status))
      return `The ${totalLabel} authorization on your card is being released.`;
    return status === 'pending'
      ? `${totalLabel} is held on your card; it is charged only if the host approves.`
      : `The host approved: ${totalLabel} is being charged to your card.`;
  },
  captured: ({ status, totalAmount }) =>
    isCancelled(status)
      ? 'You pay only what the cancellation policy keeps. Your receipt shows the amounts.'
      : `${formatMoney(totalAmount)} was charged to your card.`,
  released: () => 'Nothing was charged; the authorization on your card is released.',
  refunded: () => 'Your refund is on its way to your card. Banks take up to ten days to show it.',
  refund_failed: () =>
    'Your bank returned the refund. We are trying again and will email you if it keeps failing.',
  overdue: ({ totalAmount }) =>
    `We couldn’t charge your card for this booking. Please contact us to settle ${formatMoney(totalAmount)}.`,
  settled: () => 'The price of this booking is settled.',
};

/** Payment status in a sentence; null for free bookings. */
export const paymentNote = (booking: PaymentSubject): string | null =>
  noteByStatus[booking.paymentStatus](booking);
