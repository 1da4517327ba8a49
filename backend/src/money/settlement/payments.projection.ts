import { type PaymentEvent, paymentStateTypes } from '../payments/payment.events.js';
import { type Payment, payment } from '../payments/payment.js';
import { defineProjection } from '../../platform/projections/projection.js';

export type PaymentDocument = Payment & Readonly<{ playerId: string }>;

/** Payments by booking id, for the player's checkout page. */
export const payments = defineProjection<PaymentDocument, PaymentEvent>({
  name: 'payments',
  version: 12,
  indexes: [],
  handles: paymentStateTypes,
  key: ({ data }) => data.bookingId,
  evolve(document, paymentEvent) {
    const nextPayment = payment.evolve(document, paymentEvent);
    return nextPayment && { ...nextPayment, playerId: paymentEvent.data.playerId };
  },
  audience: ({ playerId }) => [playerId],
  people: ({ playerId }) => [playerId],
});
