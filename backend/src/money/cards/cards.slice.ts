import { defineSlice } from '../../platform/slice.js';
import { customerEvents } from './customer.events.js';
import { CUSTOMERS } from './customers.js';
import { StripeCustomers } from './customers.service.js';

export const cards = defineSlice({
  name: 'cards',
  providers: [{ provide: CUSTOMERS, useClass: StripeCustomers }],
  exports: [CUSTOMERS],
  events: [customerEvents],
  projections: [],
});
