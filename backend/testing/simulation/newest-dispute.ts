import type Stripe from 'stripe';

/**
 * The newest dispute, if the bank can still decide one. If it was won before, the stand-in would
 * withdraw its whole amount again, even if part of it has been refunded since.
 */
export const newestDispute = async (stripeApi: Stripe): Promise<Stripe.Dispute[]> => {
  const { data } = await stripeApi.disputes.list({ limit: 1, expand: ['data.charge'] });
  return data.filter(
    ({ status, charge }) =>
      status !== 'won' || typeof charge === 'string' || charge.amount_refunded === 0,
  );
};
