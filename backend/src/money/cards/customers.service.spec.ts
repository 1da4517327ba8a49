import { expect, it } from '@jest/globals';
import Stripe from 'stripe';
import type { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { Streams } from '../../platform/kernel/streams.js';
import type { StripeClient } from '../../platform/stores/stripe.js';
import { StripeCustomers } from './customers.service.js';

const removeAfter = (code: string) => {
  const error = new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    message: 'Stripe refuses it.',
    code,
  });
  return new StripeCustomers(
    {} as CommandHandling,
    { load: () => Promise.resolve({ customerId: 'cus_1' }) } as unknown as Streams,
    { client: { customers: { del: () => Promise.reject(error) } } } as unknown as StripeClient,
  ).removeCustomer('pavel');
};

it('treats a customer that Stripe does not have as removed', () =>
  expect(removeAfter('resource_missing')).resolves.toBeUndefined());

it('fails if Stripe refuses, so that the erasure waits', () =>
  expect(removeAfter('customer_tax_location_invalid')).rejects.toThrow('Stripe refuses it.'));
