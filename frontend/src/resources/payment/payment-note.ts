import type { Booking, PaymentStatus } from '@courtly/contracts/bookings';
import { money } from '../../lib/format';

type Paid = Pick<Booking, 'status' | 'paymentStatus' | 'totalAmount'>;

const ended = (status: Booking['status']) => status === 'cancelled';

const notes: Record<PaymentStatus, (booking: Paid) => string | null> = {
  not_required: () => null,
  unpaid: ({ status }) => (ended(status) ? 'Nothing was charged.' : 'Not paid yet.'),
  authorised: ({ status, totalAmount }) => {
    const total = money(totalAmount);
    if (ended(status)) return `The hold of ${total} on your card is being released.`;
    return status === 'pending'
      ? `${total} is held on your card; it is charged only if the host approves.`
      : `The host approved: ${total} is being charged to your card.`;
  },
  captured: ({ totalAmount }) => `${money(totalAmount)} was charged to your card.`,
  released: () => 'Nothing was charged; the hold on your card is released.',
  refunded: () => 'Your refund is on its way to your card. Banks take up to ten days to show it.',
  refund_failed: () => 'Your bank rejected the refund. We are looking into it and will email you.',
};

/** Payment status in a sentence; null for free bookings. */
export const paymentNote = (booking: Paid): string | null => notes[booking.paymentStatus](booking);
