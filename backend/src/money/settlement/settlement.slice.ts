import { defineSlice } from '../../platform/slice.js';
import { paymentEvents } from '../payments/payment.events.js';
import { RetryPaymentHandler, SettleOtherwiseHandler } from './exceptions.commands.js';
import { obligations } from './obligations.projection.js';
import { PaymentsController } from './payments.controller.js';
import { payments } from './payments.projection.js';
import { PaymentQueries } from './payments.queries.js';
import { SettleBookingHandler, SettleIntentHandler } from './settlement.commands.js';
import { settlement as process } from './settlement.process.js';
import { StripeCalls } from './stripe-calls.service.js';
import { WebhooksController } from './webhooks.controller.js';

export const settlement = defineSlice({
  name: 'settlement',
  controllers: [PaymentsController, WebhooksController],
  providers: [
    PaymentQueries,
    RetryPaymentHandler,
    SettleBookingHandler,
    SettleIntentHandler,
    SettleOtherwiseHandler,
    StripeCalls,
  ],
  events: [paymentEvents],
  projections: [payments, obligations],
  processes: [process],
});
