import { expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import type { StripeClient } from '../../platform/stores/stripe.js';
import { MembershipCalls } from './membership-calls.service.js';

it('does not read an intent again to find its member', async () => {
  const read: string[] = [];
  const intent = { id: 'pi_1', metadata: { userId: 'ann' } } as unknown as Stripe.PaymentIntent;
  const paymentIntents = {
    retrieve: (id: string) => {
      read.push(id);
      return Promise.resolve(intent);
    },
  };
  const calls = new MembershipCalls({ required: { paymentIntents } } as unknown as StripeClient);
  const member = { userId: 'ann', paidBy: 'pi_1' };
  expect(await calls.memberOfIntent(intent)).toEqual(member);
  expect(read).toEqual([]);
  expect(await calls.memberOfIntent('pi_1')).toEqual(member);
  expect(read).toEqual(['pi_1']);
});
