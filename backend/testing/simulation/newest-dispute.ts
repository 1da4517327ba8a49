import type Stripe from 'stripe';

/**
 * The newest dispute, if there is one that the bank can still decide. After it was won, the stand-in
 * would withdraw its whole amount again, even if a part was refunded since.
 */
export const newestDispute = async (stripeApi: Stripe): Promise<Stripe.Dispute[]> => {
  const { data } = await stripeApi.disputes.list({ limit: 1, expand: ['data.charge'] });
  return data.filter(
    ({ status, charge }) =>
      status !== 'won' || typeof charge === 'string' || charge.amount_refunded === 0,
  );
};
