import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { StripeClient } from '../../platform/stores/stripe.js';
import { memberIdOf } from './member-of.js';
import type { MembershipItem } from './differences.js';
import { isDisputed, stripeIntentOf, subscriptionStatusOf } from './stripe-snapshots.js';

/** The maximum that Stripe allows. */
const PAGE_SIZE = 100;

/**
 * All membership objects at Stripe, for comparison with the log. Objects without a user id are not
 * ours.
 */
@Injectable()
export class MembershipRecords {
  constructor(private readonly stripeClient: StripeClient) {}

  /**
   * Subscriptions and invoices, newest first. With `createdSince` (Unix seconds), only newer ones.
   */
  async *listBilling(createdSince: number | null): AsyncGenerator<MembershipItem> {
    const { subscriptions, invoices } = this.stripeClient.required;
    const listParams = {
      limit: PAGE_SIZE,
      ...(createdSince !== null && { created: { gte: createdSince } }),
    };
    for await (const subscription of subscriptions.list({ status: 'all', ...listParams }))
      yield itemOfSubscription(subscription);
    for await (const invoice of invoices.list(listParams)) yield itemOfInvoice(invoice);
  }

  /** Null if Stripe does not have the object. */
  async readItem({
    kind,
    id,
  }: Pick<MembershipItem, 'kind' | 'id'>): Promise<MembershipItem | null> {
    const { disputes, paymentIntents, subscriptions, invoices } = this.stripeClient.required;
    try {
      if (kind === 'payment') {
        const intent = await paymentIntents.retrieve(id, { expand: ['latest_charge'] });
        const disputePage = isDisputed(intent)
          ? await disputes.list({ payment_intent: id, limit: PAGE_SIZE })
          : null;
        return itemOfIntent(intent, disputePage?.data);
      }
      if (kind === 'subscription') return itemOfSubscription(await subscriptions.retrieve(id));
      return itemOfInvoice(await invoices.retrieve(id));
    } catch (error) {
      if (
        error instanceof Stripe.errors.StripeInvalidRequestError &&
        error.code === 'resource_missing'
      )
        return null;
      throw error;
    }
  }
}

/** `userId` is empty if the intent is not for a membership. */
export const itemOfIntent = (
  stripeIntent: Stripe.PaymentIntent,
  disputes?: readonly Stripe.Dispute[],
): MembershipItem => {
  const {
    intentId: id,
    status,
    amountCents,
    currency,
    receivedCents,
    returnedCents,
  } = stripeIntentOf(stripeIntent, disputes);
  const statusOfItem = { open: 'open', succeeded: 'paid', cancelled: 'ended' } as const;
  return {
    id,
    userId: memberIdOf(stripeIntent) ?? '',
    kind: 'payment',
    status: statusOfItem[status],
    amountCents,
    currency,
    isReturned: receivedCents > 0 && returnedCents >= receivedCents,
  };
};

const itemOfSubscription = (subscription: Stripe.Subscription): MembershipItem => {
  const status = subscriptionStatusOf(subscription.status);
  return {
    id: subscription.id,
    userId: memberIdOf(subscription) ?? '',
    kind: 'subscription',
    status: status === 'incomplete' ? 'open' : status,
    amountCents: null,
  };
};

const itemOfInvoice = (stripeInvoice: Stripe.Invoice): MembershipItem => {
  const isUncollectable =
    stripeInvoice.status === 'void' || stripeInvoice.status === 'uncollectible';
  const status = stripeInvoice.status === 'paid' ? 'paid' : isUncollectable ? 'ended' : 'open';
  return {
    id: stripeInvoice.id!,
    userId: memberIdOf(stripeInvoice) ?? '',
    kind: 'invoice',
    status,
    amountCents:
      stripeInvoice.status === 'paid' ? stripeInvoice.amount_paid : stripeInvoice.amount_due,
    currency: stripeInvoice.currency,
  };
};
