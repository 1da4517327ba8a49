import { defineSlice } from '../../platform/slice.js';
import { RemoveCardHandler } from './cards.commands.js';
import { CardsController } from './cards.controller.js';
import { customerEvents } from './customer.events.js';
import { CUSTOMERS } from './customers.js';
import { StripeCustomers } from './customers.service.js';
import { SavedCards } from './saved-cards.service.js';

export const cards = defineSlice({
  name: 'cards',
  controllers: [CardsController],
  providers: [RemoveCardHandler, SavedCards, { provide: CUSTOMERS, useClass: StripeCustomers }],
  exports: [CUSTOMERS],
  events: [customerEvents],
  projections: [],
});
