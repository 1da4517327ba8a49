import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { StripeClient } from '../../platform/stores/stripe.js';
import { memberIdOf } from './member-of.js';
import type { MembershipItem, MemberCharge } from './differences.js';
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
    for await (const stripeIntent of paymentIntents.list({ limit: PAGE_SIZE }))
      yield* ownedItems(itemOfIntent(stripeIntent));
    for await (const stripeSubscription of subscriptions.list({ status: 'all', limit: PAGE_SIZE }))
      yield* ownedItems(itemOfSubscription(stripeSubscription));
    for await (const stripeInvoice of invoices.list({ limit: PAGE_SIZE }))
      yield* ownedItems(itemOfInvoice(stripeInvoice));
  }

  async *listCharges(): AsyncGenerator<MemberCharge> {
    for await (const stripeCharge of this.stripeClient.required.charges.list({ limit: PAGE_SIZE }))
      yield memberChargeOf(stripeCharge);
  }

  /** Null if Stripe does not have it. */
  async readItem({
    kind,
    id,
  }: Pick<MembershipItem, 'kind' | 'id'>): Promise<MembershipItem | null> {
    const { paymentIntents, subscriptions, invoices } = this.stripeClient.required;
    try {
      if (kind === 'payment') return itemOfIntent(await paymentIntents.retrieve(id));
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
  const { intentId: id, status, amountCents } = stripeIntentOf(stripeIntent);
  const statusOfItem = { open: 'open', succeeded: 'paid', cancelled: 'ended' } as const;
  return {
    id,
    userId: memberIdOf(stripeIntent) ?? '',
    kind: 'payment',
    status: statusOfItem[status],
    amountCents,
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
    amountCents: stripeInvoice.amount_due,
  };
};

const referencedId = (reference: string | Readonly<{ id: string }> | null): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference;

const memberChargeOf = ({
  id,
  customer,
  payment_intent,
  amount_refunded,
  disputed,
}: Stripe.Charge): MemberCharge => ({
  chargeId: id,
  customerId: referencedId(customer),
  intentId: referencedId(payment_intent),
  refundedCents: amount_refunded,
  isDisputed: disputed,
});
