import { Injectable } from '@nestjs/common';
import type { PurchasePurpose } from '@courtly/contracts/membership';
import Stripe from 'stripe';
import { answered } from '../../money/payments/answered.js';
import { StripeClient, callIdempotently } from '../../platform/stores/stripe.js';
import type { Intent, SubscriptionFacts } from './membership.js';
import { expand, expandFee, intentOf, secretOf, subscriptionOf } from './stripe-facts.js';

/** As many as Stripe lists at once. */
const PAGE = 100;
/** Our clock and Stripe's differ by less. */
const CLOCKS_APART_S = 60;
/** A browser waits for these calls. */
const PATIENCE = { timeout: 8_000, maxNetworkRetries: 1 };

/** The `nth` payment or subscription that somebody begins, which makes the keys of its calls. */
type Wanted = Readonly<{ userId: string; nth: number; amountCents: number; at: string }>;
export type WantedIntent = Wanted & Readonly<{ purpose: PurchasePurpose }>;

/** A subscription that was begun, and what a browser pays its first month by. */
export type BegunSubscription = Readonly<{ subscriptionId: string; clientSecret: string }>;

/** The ten minutes that an instant lies in: a later try is another one, whatever Stripe has kept under the keys of this one. */
const slotOf = (at: string): string => at.slice(0, '2027-03-10T12:3'.length);

const since = (at: string) => ({ gte: Math.floor(Date.parse(at) / 1_000) - CLOCKS_APART_S });
const isOf = (
  metadata: Stripe.Metadata,
  { userId, nth }: Pick<Wanted, 'userId' | 'nth'>,
): boolean => metadata['userId'] === userId && metadata['nth'] === String(nth);

/**
 * The calls that move the money of memberships. Each has a key of its own, under which Stripe does it once; what Stripe makes
 * bears the person's id, by which webhooks and searches find whom it concerns.
 */
@Injectable()
export class MembershipCalls {
  constructor(private readonly client: StripeClient) {}

  /** Whether anything can be paid here. */
  get isOn(): boolean {
    return this.client.api !== null;
  }

  async readIntent(intentId: string): Promise<Intent> {
    return intentOf(
      await this.client.needed.paymentIntents.retrieve(intentId, { expand: expandFee }),
    );
  }

  /** @throws DomainError store_unavailable */
  createIntent(wanted: WantedIntent): Promise<Intent> {
    const { userId, nth, purpose, amountCents, at } = wanted;
    const body = {
      amount: amountCents,
      currency: 'usd',
      capture_method: 'automatic',
      allowed_payment_method_types: ['card'],
      metadata: { userId, purpose, nth },
    } satisfies Stripe.PaymentIntentCreateParams;
    const create = async (idempotencyKey: string) =>
      intentOf(
        await this.client.needed.paymentIntents.create(body, { ...PATIENCE, idempotencyKey }),
      );
    return answered(
      callIdempotently(`elite:${userId}:intent:${nth}:${slotOf(at)}`, create, () =>
        this.findIntent(wanted),
      ),
    );
  }

  /** The intent of a call whose answer never came. */
  async findIntent(wanted: Pick<Wanted, 'userId' | 'nth' | 'at'>): Promise<Intent | null> {
    for await (const intent of this.client.needed.paymentIntents.list({
      created: since(wanted.at),
      limit: PAGE,
    }))
      if (isOf(intent.metadata, wanted)) return intentOf(intent);
    return null;
  }

  /** Cancels an intent, and answers how it is then: what was paid meanwhile stays so. */
  cancelIntent(userId: string, intentId: string): Promise<Intent> {
    const cancel = async (idempotencyKey: string) => {
      await unlessOver(this.client.needed.paymentIntents.cancel(intentId, {}, { idempotencyKey }));
      return this.readIntent(intentId);
    };
    const find = async () => {
      const intent = await this.readIntent(intentId);
      return intent.status === 'open' ? null : intent;
    };
    return callIdempotently(`elite:${userId}:cancel:${intentId}`, cancel, find);
  }

  /** A customer without a name: Stripe's own pages ask for what they need. @throws DomainError store_unavailable */
  async createCustomer({ userId, nth, at }: Wanted): Promise<string> {
    const create = async (idempotencyKey: string) => {
      const made = await this.client.needed.customers.create(
        { metadata: { userId } },
        { ...PATIENCE, idempotencyKey },
      );
      return made.id;
    };
    // One more customer, of nobody's card, does no harm: it is not looked for.
    return answered(
      callIdempotently(`elite:${userId}:customer:${nth}:${slotOf(at)}`, create, async () => null),
    );
  }

  /** Ends what the customer still has, and removes the cards. One that is gone stays so: Stripe says again that it is deleted. */
  async deleteCustomer(customerId: string): Promise<void> {
    await unlessOver(this.client.needed.customers.del(customerId));
  }

  /** @throws DomainError store_unavailable */
  async createSubscription(wanted: Wanted, customer: string): Promise<BegunSubscription> {
    const { userId, nth, amountCents, at } = wanted;
    const begin = async (idempotencyKey: string) => {
      const price = await this.price(amountCents);
      const body = {
        customer,
        items: [{ price }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        metadata: { userId, nth },
        expand,
      } satisfies Stripe.SubscriptionCreateParams;
      return begunOf(
        await this.client.needed.subscriptions.create(body, { ...PATIENCE, idempotencyKey }),
      );
    };
    const find = async () => {
      const made = await this.client.needed.subscriptions.list({
        customer,
        status: 'all',
        limit: PAGE,
        expand: expand.map((field) => `data.${field}`),
      });
      const found = made.data.find(({ metadata }) => isOf(metadata, wanted));
      return found ? begunOf(found) : null;
    };
    return answered(
      callIdempotently(`elite:${userId}:subscription:${nth}:${slotOf(at)}`, begin, find),
    );
  }

  async readSubscription(subscriptionId: string): Promise<SubscriptionFacts> {
    return subscriptionOf(
      await this.client.needed.subscriptions.retrieve(subscriptionId, { expand }),
    );
  }

  /** What Stripe took of what was paid by card for an invoice, in cents; a balance that paid it cost nothing. */
  async readInvoiceFee(invoice: string): Promise<number> {
    const { data } = await this.client.needed.invoicePayments.list({
      invoice,
      status: 'paid',
      limit: PAGE,
    });
    const intents = data.flatMap(({ payment: { payment_intent: of } }) =>
      typeof of === 'string' ? [of] : [],
    );
    const paid = await Promise.all(intents.map((intentId) => this.readIntent(intentId)));
    return paid.reduce((sum, { processorFeeCents }) => sum + processorFeeCents, 0);
  }

  /** Lets a subscription end with the month that is paid. To do it again changes nothing. @throws DomainError store_unavailable */
  async cancelAtEnd(subscriptionId: string): Promise<SubscriptionFacts> {
    const update = this.client.needed.subscriptions.update(
      subscriptionId,
      { cancel_at_period_end: true },
      PATIENCE,
    );
    await answered(unlessOver(update));
    return this.readSubscription(subscriptionId);
  }

  /** Ends a subscription at once. Stripe knows it no more as one to be cancelled once it has ended. */
  async endSubscription(subscriptionId: string): Promise<SubscriptionFacts> {
    await unlessOver(this.client.needed.subscriptions.cancel(subscriptionId));
    return this.readSubscription(subscriptionId);
  }

  /** The address of Stripe's page for a customer; it opens once. @throws DomainError store_unavailable */
  async portal(customer: string, returnUrl: string): Promise<string> {
    const sessions = this.client.needed.billingPortal.sessions;
    return (await answered(sessions.create({ customer, return_url: returnUrl }, PATIENCE))).url;
  }

  /** The price of a month, which is made once and found by its key. */
  private async price(amountCents: number): Promise<string> {
    const lookupKey = `courtly_elite_monthly_${amountCents}`;
    const find = async () =>
      (await this.client.needed.prices.list({ lookup_keys: [lookupKey], limit: 1 })).data[0]?.id ??
      null;
    const create = async (idempotencyKey: string) => {
      const body = {
        currency: 'usd',
        unit_amount: amountCents,
        lookup_key: lookupKey,
        recurring: { interval: 'month' },
        product_data: { name: 'Courtly Elite, monthly' },
      } satisfies Stripe.PriceCreateParams;
      return (await this.client.needed.prices.create(body, { ...PATIENCE, idempotencyKey })).id;
    };
    return (await find()) ?? (await callIdempotently(`elite:price:${amountCents}`, create, find));
  }
}

const begunOf = (made: Stripe.Subscription): BegunSubscription => ({
  subscriptionId: made.id,
  clientSecret: secretOf(made),
});

/** What the state of a thing no longer allows was done, or undone, before. */
const unlessOver = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  });
