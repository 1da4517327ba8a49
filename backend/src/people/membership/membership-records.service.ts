import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { StripeClient } from '../../platform/stores/stripe.js';
import { memberOf } from './concerned.js';
import type { Item, MemberCharge } from './differences.js';
import { intentOf, statusOf } from './stripe-facts.js';

/** As many as Stripe lists at once. */
const PAGE = 100;

/** Everything of memberships that Stripe has, to be compared with the log; whatever bears nobody's id is of something else. */
@Injectable()
export class MembershipRecords {
  constructor(private readonly client: StripeClient) {}

  async *items(): AsyncGenerator<Item> {
    const { paymentIntents, subscriptions, invoices } = this.client.needed;
    for await (const intent of paymentIntents.list({ limit: PAGE })) yield* known(ofIntent(intent));
    for await (const one of subscriptions.list({ status: 'all', limit: PAGE }))
      yield* known(ofSubscription(one));
    for await (const invoice of invoices.list({ limit: PAGE })) yield* known(ofInvoice(invoice));
  }

  async *charges(): AsyncGenerator<MemberCharge> {
    for await (const charge of this.client.needed.charges.list({ limit: PAGE }))
      yield chargeOf(charge);
  }

  /** One item as it is now; null where Stripe does not know it. */
  async read({ kind, id }: Pick<Item, 'kind' | 'id'>): Promise<Item | null> {
    const { paymentIntents, subscriptions, invoices } = this.client.needed;
    try {
      if (kind === 'payment') return ofIntent(await paymentIntents.retrieve(id));
      if (kind === 'subscription') return ofSubscription(await subscriptions.retrieve(id));
      return ofInvoice(await invoices.retrieve(id));
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

const known = (item: Item): Item[] => (item.userId === '' ? [] : [item]);

const ofIntent = (intent: Stripe.PaymentIntent): Item => {
  const { intentId: id, status, amountCents } = intentOf(intent);
  const its = { open: 'open', succeeded: 'paid', cancelled: 'ended' } as const;
  return { id, userId: memberOf(intent) ?? '', kind: 'payment', status: its[status], amountCents };
};

const ofSubscription = (subscription: Stripe.Subscription): Item => {
  const status = statusOf(subscription.status);
  return {
    id: subscription.id,
    userId: memberOf(subscription) ?? '',
    kind: 'subscription',
    status: status === 'incomplete' ? 'open' : status,
    amountCents: null,
  };
};

const ofInvoice = (invoice: Stripe.Invoice): Item => {
  const isOver = invoice.status === 'void' || invoice.status === 'uncollectible';
  const status = invoice.status === 'paid' ? 'paid' : isOver ? 'ended' : 'open';
  return {
    id: invoice.id!,
    userId: memberOf(invoice) ?? '',
    kind: 'invoice',
    status,
    amountCents: invoice.amount_due,
  };
};

const idOf = (reference: string | Readonly<{ id: string }> | null): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference;

const chargeOf = ({
  id,
  customer,
  payment_intent,
  amount_refunded,
  disputed,
}: Stripe.Charge): MemberCharge => ({
  chargeId: id,
  customerId: idOf(customer),
  intentId: idOf(payment_intent),
  backCents: amount_refunded,
  isDisputed: disputed,
});
