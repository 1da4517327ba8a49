import { Injectable } from '@nestjs/common';
import type { BookingPayment } from '@courtly/contracts/payments';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { paymentView } from './payment-view.js';
import { payments } from './payments.projection.js';

@Injectable()
export class PaymentQueries {
  constructor(private readonly readModels: ReadModels) {}

  /** @throws DomainError not_found if the booking does not exist or belongs to another player */
  async paymentOfBooking(bookingId: string, { id }: Actor): Promise<BookingPayment> {
    const [booking, payment] = await Promise.all([
      this.readModels.read(bookings, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(payments, (collection) => collection.findOne({ _id: bookingId })),
    ]);
    if (booking?.playerId !== id) throw notFound('booking');
    return paymentView(booking, payment);
  }
}
