import type { PaymentEvent } from '../payments/payment.events.js';
import { type Payment, payment } from '../payments/payment.js';
import { defineProjection } from '../../platform/projections/projection.js';

/** The payment of a booking as it was noted, and whose it is. */
export type PaymentOfPlayer = Payment & Readonly<{ playerId: string }>;

/** Every payment, by the id of its booking: what its player's page of checkout shows. */
export const payments = defineProjection<PaymentOfPlayer, PaymentEvent>({
  name: 'payments',
  version: 3,
  indexes: [],
  handles: [
    ...([
      'PaymentIntentCreated',
      'PaymentDeclined',
      'PaymentAuthorised',
      'PaymentCaptured',
      'PaymentReleased',
    ] as const),
    ...([
      'PaymentRefunded',
      'PaymentRefundFailed',
      'PaymentMismatched',
      'PaymentRefundOrdered',
    ] as const),
    ...(['PaymentDisputed', 'PaymentDisputeClosed'] as const),
  ],
  key: ({ data }) => data.bookingId,
  evolve(document, event) {
    const next = payment.evolve(document, event);
    return next && { ...next, playerId: event.data.playerId };
  },
  audience: ({ playerId }) => [playerId],
  people: ({ playerId }) => [playerId],
});
