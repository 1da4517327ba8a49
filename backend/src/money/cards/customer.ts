import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { CustomerEvent } from './customer.events.js';

export type Customer = Readonly<{ customerId: string }>;

/** `lostId` is a customer that Stripe no longer has. */
export type CustomerCommand = Message<
  'RecordCustomer',
  Readonly<{ userId: string; customerId: string; lostId: string | null; at: string }>
>;

/** A user's Stripe customer. The first one is kept, unless Stripe no longer has it. */
export const customer: Decider<Customer | null, CustomerCommand, CustomerEvent> = {
  category: 'customer',
  initial: null,

  decide({ data: { userId, customerId, lostId, at } }, existing) {
    if (existing && existing.customerId !== lostId) return [];
    return [{ type: 'CustomerCreated', data: { userId, customerId, createdAt: at } }];
  },

  evolve: (_, { data: { customerId } }) => ({ customerId }),
};
