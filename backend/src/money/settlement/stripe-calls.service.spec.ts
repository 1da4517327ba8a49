import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import type { StripeClient } from '../../platform/stores/stripe.js';
import type { Customers } from '../cards/customers.js';
import { StripeCalls } from './stripe-calls.service.js';

type RefundFields = Pick<Stripe.Refund, 'id' | 'amount' | 'status' | 'metadata'>;

/** Stripe with one payment intent and its refunds. */
const stripeWith = (status: 'requires_capture' | 'succeeded', refunds: RefundFields[]) => {
  const calls: unknown[] = [];
  const intent = { id: 'pi_1', status, amount: 10_000, amount_received: 10_000, currency: 'eur' };
  const stripe = {
    paymentIntents: {
      retrieve: () => Promise.resolve({ ...intent, latest_charge: null }),
      cancel: () => {
        calls.push('cancel');
        return Promise.resolve(Object.assign(intent, { status: 'canceled' }));
      },
    },
    refunds: {
      list: () => Promise.resolve({ data: refunds }),
      create: ({ amount, metadata }: Stripe.RefundCreateParams) => {
        calls.push(amount);
        const refund = { id: 're_2', amount, metadata, status: 'pending' } as RefundFields;
        refunds.push(refund);
        return Promise.resolve(refund);
      },
    },
  };
  const client = { required: stripe } as unknown as StripeClient;
  return { calls, stripeCalls: new StripeCalls(client, {} as Customers) };
};

describe('the return of a payment with a wrong amount', () => {
  const refund = { id: 're_1', amount: 4_000, status: 'succeeded', metadata: {} };

  it('releases an authorization', async () => {
    const { calls, stripeCalls } = stripeWith('requires_capture', []);
    await stripeCalls.returnIntent('booking-1', 'pi_1', 0);
    expect(calls).toEqual(['cancel']);
  });

  it('refunds what is left of a charge, once', async () => {
    const { calls, stripeCalls } = stripeWith('succeeded', [refund]);
    const returned = await stripeCalls.returnIntent('booking-1', 'pi_1', 0);
    expect(returned.refunds).toMatchObject([{}, { source: 'courtly', amountCents: 6_000 }]);
    await stripeCalls.returnIntent('booking-1', 'pi_1', 0);
    expect(calls).toEqual([6_000]);
  });

  it('is not repeated after the bank returned it, so that an admin decides', async () => {
    const metadata = { bookingId: 'booking-1' };
    const failed = { ...refund, status: 'failed', metadata };
    const { calls, stripeCalls } = stripeWith('succeeded', [failed]);
    await expect(stripeCalls.returnIntent('booking-1', 'pi_1', 0)).rejects.toMatchObject({
      code: 'refund_failed',
    });
    expect(calls).toEqual([]);
  });
});
