import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { StripeClient } from '../../platform/stores/stripe.js';
import { memberIdOf } from './member-of.js';
import type { MembershipItem } from './differences.js';
import { stripeIntentOf, subscriptionStatusOf } from './stripe-snapshots.js';

/** Stripe's maximum. */
const PAGE_SIZE = 100;

/**
 * All membership objects at Stripe, for the comparison with the log. Objects without a user id are
 * not ours.
 */
@Injectable()
export class MembershipRecords {
  constructor(private readonly stripeClient: StripeClient) {}

  async *listItems(): AsyncGenerator<MembershipItem> {
    const { paymentIntents, subscriptions, invoices } = this.stripeClient.required;
    for await (const stripeIntent of paymentIntents.list({
      limit: PAGE_SIZE,
      expand: ['data.latest_charge'],
    }))
      yield* ownedItems(itemOfIntent(stripeIntent));
    for await (const stripeSubscription of subscriptions.list({ status: 'all', limit: PAGE_SIZE }))
      yield* ownedItems(itemOfSubscription(stripeSubscription));
    for await (const stripeInvoice of invoices.list({ limit: PAGE_SIZE }))
      yield* ownedItems(itemOfInvoice(stripeInvoice));
  }

  /** The payment intents of all charges that were refunded or disputed. */
  async *listReversedIntents(): AsyncGenerator<string> {
    for await (const charge of this.stripeClient.required.charges.list({ limit: PAGE_SIZE }))
      if (
        typeof charge.payment_intent === 'string' &&
        (charge.amount_refunded > 0 || charge.disputed)
      )
        yield charge.payment_intent;
  }

  /** Null if Stripe does not have it. */
  async readItem({
    kind,
    id,
  }: Pick<MembershipItem, 'kind' | 'id'>): Promise<MembershipItem | null> {
    const { paymentIntents, subscriptions, invoices } = this.stripeClient.required;
    try {
      if (kind === 'payment') {
        const intent = await paymentIntents.retrieve(id, { expand: ['latest_charge'] });
        return itemOfIntent(intent);
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

const ownedItems = (membershipItem: MembershipItem): MembershipItem[] =>
  membershipItem.userId === '' ? [] : [membershipItem];

const itemOfIntent = (stripeIntent: Stripe.PaymentIntent): MembershipItem => {
  const {
    intentId: id,
    status,
    amountCents,
    receivedCents,
    refundedCents,
  } = stripeIntentOf(stripeIntent);
  const statusOfItem = { open: 'open', succeeded: 'paid', cancelled: 'ended' } as const;
  return {
    id,
    userId: memberIdOf(stripeIntent) ?? '',
    kind: 'payment',
    status: statusOfItem[status],
    amountCents,
    isReturned: receivedCents > 0 && refundedCents >= receivedCents,
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
  };
};
