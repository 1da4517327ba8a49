import type { BookingPayment } from '@courtly/contracts/payments';
import { toMoney } from '@courtly/contracts/wire';
import { type Booking, isUnpaidRequest } from '../../booking/bookings/booking.js';
import type { Payment } from '../payments/payment.js';

/**
 * The payment as the player sees it. It contains the secret only while there is a payment to
 * confirm.
 */
export const paymentView = (booking: Booking, payment: Payment | null): BookingPayment => {
  const isOpen = isUnpaidRequest(booking) && payment?.status === 'open' && !payment.isMismatched;
  return {
    bookingId: booking.bookingId,
    paymentStatus: booking.paymentStatus,
    totalAmount: toMoney(booking.totalCents),
    payBy: isUnpaidRequest(booking) ? booking.payBy : null,
    clientSecret: isOpen ? payment.clientSecret : null,
    declineCode: payment?.declines.at(-1)?.code ?? null,
  };
};
