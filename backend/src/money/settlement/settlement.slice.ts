import { RetryPaymentHandler, SettleOtherwiseHandler } from './exceptions.commands.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentQueries } from './payments.queries.js';
import { SettleBookingHandler, SettleIntentHandler } from './settlement.commands.js';
import { StripeCalls } from './stripe-calls.service.js';
import { WebhooksController } from './webhooks.controller.js';
import { paymentEvents } from '../payments/payment.events.js';
import { obligations } from './obligations.projection.js';
import { payments } from './payments.projection.js';
import { settlement as process } from './settlement.process.js';
import { defineSlice } from '../../platform/slice.js';

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
