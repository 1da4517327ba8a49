import { Module } from '@nestjs/common';
import { PaymentsController } from './payments.controller.js';
import { PaymentQueries } from './payments.queries.js';
import { SettleBookingHandler, SettleIntentHandler } from './settlement.commands.js';
import { StripeCalls } from './stripe-calls.service.js';
import { WebhooksController } from './webhooks.controller.js';

/** The money of bookings: where a booking says it belongs, and what Stripe is asked for so that it goes there. */
@Module({
  controllers: [PaymentsController, WebhooksController],
  providers: [PaymentQueries, SettleBookingHandler, SettleIntentHandler, StripeCalls],
})
export class SettlementModule {}
