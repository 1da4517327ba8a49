import { paymentEvents } from '../payments/payment.events.js';
import type { Slice } from '../slice.js';
import { payments } from './payments.projection.js';
import { SettlementModule } from './settlement.module.js';
import { settlement as process } from './settlement.process.js';

export const settlement: Slice = {
  name: 'settlement',
  module: SettlementModule,
  events: [paymentEvents],
  projections: [payments],
  processes: [process],
};
