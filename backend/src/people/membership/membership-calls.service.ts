import { Injectable } from '@nestjs/common';
import type { PurchasePurpose } from '@courtly/contracts/membership';
import Stripe from 'stripe';
import { answered } from '../../money/payments/answered.js';
import { StripeClient, callIdempotently } from '../../platform/stores/stripe.js';
import type { StripeIntent, SubscriptionSnapshot } from './membership.js';
import {
  subscriptionExpansions,
  feeExpansions,
  stripeIntentOf,
  clientSecretOf,
  subscriptionSnapshotOf,
} from './stripe-snapshots.js';

/** As many as Stripe lists at once. */
const PAGE_SIZE = 100;
/** Our clock and Stripe's differ by less. */
const MOST_CLOCK_SKEW_S = 60;
/** A browser waits for these calls. */
const BROWSER_TIMEOUT = { timeout: 8_000, maxNetworkRetries: 1 };

/** The `nth` payment or subscription that somebody begins, which makes the keys of its calls. */
type PaymentRequest = Readonly<{ userId: string; nth: number; amountCents: number; at: string }>;
export type IntentRequest = PaymentRequest & Readonly<{ purpose: PurchasePurpose }>;

/** A subscription that was begun, and what a browser pays its first month by. */
export type CreatedSubscription = Readonly<{ subscriptionId: string; clientSecret: string }>;

/** The ten minutes that an instant lies in: a later try is another one, whatever Stripe has kept under the keys of this one. */
const retryWindow = (requestedAt: string): string => requestedAt.slice(0, '2027-03-10T12:3'.length);

const createdSince = (requestedAt: string) => ({
  gte: Math.floor(Date.parse(requestedAt) / 1_000) - MOST_CLOCK_SKEW_S,
});
const belongsTo = (
  metadata: Stripe.Metadata,
  { userId, nth: ordinal }: Pick<PaymentRequest, 'userId' | 'nth'>,
): boolean => metadata['userId'] === userId && metadata['nth'] === String(ordinal);

/**
 * The calls that move the money of memberships. Each has a key of its own, under which Stripe does it once; what Stripe makes
 * bears the person's id, by which webhooks and searches find whom it concerns.
 */
@Injectable()
export class MembershipCalls {
  constructor(private readonly stripeClient: StripeClient) {}

  /** Whether anything can be paid here. */
  get isEnabled(): boolean {
    return this.stripeClient.stripeClient !== null;
  }

  async readIntent(intentId: string): Promise<StripeIntent> {
    return stripeIntentOf(
      await this.stripeClient.needed.paymentIntents.retrieve(intentId, { expand: feeExpansions }),
    );
  }

  /** @throws DomainError store_unavailable */
  createIntent(paymentRequest: IntentRequest): Promise<StripeIntent> {
    const { userId, nth: ordinal, purpose, amountCents, at: requestedAt } = paymentRequest;
    const createParams = {
      amount: amountCents,
      currency: 'usd',
      capture_method: 'automatic',
      allowed_payment_method_types: ['card'],
      metadata: { userId, purpose, nth: ordinal },
    } satisfies Stripe.PaymentIntentCreateParams;
    const createOnce = async (idempotencyKey: string) =>
      stripeIntentOf(
        await this.stripeClient.needed.paymentIntents.create(createParams, {
          ...BROWSER_TIMEOUT,
          idempotencyKey,
        }),
      );
    return answered(
      callIdempotently(
        `elite:${userId}:intent:${ordinal}:${retryWindow(requestedAt)}`,
        createOnce,
        () => this.findIntent(paymentRequest),
      ),
    );
  }

  /** The intent of a call whose answer never came. */
  async findIntent(
    paymentRequest: Pick<PaymentRequest, 'userId' | 'nth' | 'at'>,
  ): Promise<StripeIntent | null> {
    for await (const stripeIntent of this.stripeClient.needed.paymentIntents.list({
      created: createdSince(paymentRequest.at),
      limit: PAGE_SIZE,
    }))
      if (belongsTo(stripeIntent.metadata, paymentRequest)) return stripeIntentOf(stripeIntent);
    return null;
  }

  /** Cancels an intent, and answers how it is then: what was paid meanwhile stays so. */
  cancelIntent(userId: string, intentId: string): Promise<StripeIntent> {
    const cancelOnce = async (idempotencyKey: string) => {
      await ignoreInvalidState(
        this.stripeClient.needed.paymentIntents.cancel(intentId, {}, { idempotencyKey }),
      );
      return this.readIntent(intentId);
    };
    const findExisting = async () => {
      const stripeIntent = await this.readIntent(intentId);
      return stripeIntent.status === 'open' ? null : stripeIntent;
    };
    return callIdempotently(`elite:${userId}:cancel:${intentId}`, cancelOnce, findExisting);
  }

  /** A customer without a name: Stripe's own pages ask for what they need. @throws DomainError store_unavailable */
  async createCustomer({ userId, nth: ordinal, at: requestedAt }: PaymentRequest): Promise<string> {
    const createOnce = async (idempotencyKey: string) => {
      const createdCustomer = await this.stripeClient.needed.customers.create(
        { metadata: { userId } },
        { ...BROWSER_TIMEOUT, idempotencyKey },
      );
      return createdCustomer.id;
    };
    // One more customer, of nobody's card, does no harm: it is not looked for.
    return answered(
      callIdempotently(
        `elite:${userId}:customer:${ordinal}:${retryWindow(requestedAt)}`,
        createOnce,
        async () => null,
      ),
    );
  }

  /** Ends what the customer still has, and removes the cards. One that is gone stays so: Stripe says again that it is deleted. */
  async deleteCustomer(customerId: string): Promise<void> {
    await ignoreInvalidState(this.stripeClient.needed.customers.del(customerId));
  }

  /** @throws DomainError store_unavailable */
  async createSubscription(
    paymentRequest: PaymentRequest,
    customerId: string,
  ): Promise<CreatedSubscription> {
    const { userId, nth: ordinal, amountCents, at: requestedAt } = paymentRequest;
    const createOnce = async (idempotencyKey: string) => {
      const priceId = await this.monthlyPriceId(amountCents);
      const createParams = {
        customer: customerId,
        items: [{ price: priceId }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        metadata: { userId, nth: ordinal },
        expand: subscriptionExpansions,
      } satisfies Stripe.SubscriptionCreateParams;
      return createdSubscriptionOf(
        await this.stripeClient.needed.subscriptions.create(createParams, {
          ...BROWSER_TIMEOUT,
          idempotencyKey,
        }),
      );
    };
    const findExisting = async () => {
      const existingSubscriptions = await this.stripeClient.needed.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: PAGE_SIZE,
        expand: subscriptionExpansions.map((expandedField) => `data.${expandedField}`),
      });
      const existingSubscription = existingSubscriptions.data.find(({ metadata }) =>
        belongsTo(metadata, paymentRequest),
      );
      return existingSubscription ? createdSubscriptionOf(existingSubscription) : null;
    };
    return answered(
      callIdempotently(
        `elite:${userId}:subscription:${ordinal}:${retryWindow(requestedAt)}`,
        createOnce,
        findExisting,
      ),
    );
  }

  async readSubscription(subscriptionId: string): Promise<SubscriptionSnapshot> {
    return subscriptionSnapshotOf(
      await this.stripeClient.needed.subscriptions.retrieve(subscriptionId, {
        expand: subscriptionExpansions,
      }),
    );
  }

  /** What Stripe took of what was paid by card for an invoice, in cents; a balance that paid it cost nothing. */
  async readInvoiceFee(invoiceId: string): Promise<number> {
    const { data } = await this.stripeClient.needed.invoicePayments.list({
      invoice: invoiceId,
      status: 'paid',
      limit: PAGE_SIZE,
    });
    const intentIds = data.flatMap(({ payment: { payment_intent: paymentIntentId } }) =>
      typeof paymentIntentId === 'string' ? [paymentIntentId] : [],
    );
    const paidIntents = await Promise.all(intentIds.map((intentId) => this.readIntent(intentId)));
    return paidIntents.reduce(
      (totalCents, { processorFeeCents }) => totalCents + processorFeeCents,
      0,
    );
  }

  /** Lets a subscription end with the month that is paid. To do it again changes nothing. @throws DomainError store_unavailable */
  async cancelAtPeriodEnd(subscriptionId: string): Promise<SubscriptionSnapshot> {
    const cancellation = this.stripeClient.needed.subscriptions.update(
      subscriptionId,
      { cancel_at_period_end: true },
      BROWSER_TIMEOUT,
    );
    await answered(ignoreInvalidState(cancellation));
    return this.readSubscription(subscriptionId);
  }

  /** Ends a subscription at once. Stripe knows it no more as one to be cancelled once it has ended. */
  async endSubscription(subscriptionId: string): Promise<SubscriptionSnapshot> {
    await ignoreInvalidState(this.stripeClient.needed.subscriptions.cancel(subscriptionId));
    return this.readSubscription(subscriptionId);
  }

  /** The address of Stripe's page for a customer; it opens once. @throws DomainError store_unavailable */
  async createPortalUrl(customerId: string, returnUrl: string): Promise<string> {
    const portalSessions = this.stripeClient.needed.billingPortal.sessions;
    return (
      await answered(
        portalSessions.create({ customer: customerId, return_url: returnUrl }, BROWSER_TIMEOUT),
      )
    ).url;
  }

  /** The price of a month, which is made once and found by its key. */
  private async monthlyPriceId(amountCents: number): Promise<string> {
    const lookupKey = `courtly_elite_monthly_${amountCents}`;
    const findExisting = async () =>
      (await this.stripeClient.needed.prices.list({ lookup_keys: [lookupKey], limit: 1 })).data[0]
        ?.id ?? null;
    const createOnce = async (idempotencyKey: string) => {
      const createParams = {
        currency: 'usd',
        unit_amount: amountCents,
        lookup_key: lookupKey,
        recurring: { interval: 'month' },
        product_data: { name: 'Courtly Elite, monthly' },
      } satisfies Stripe.PriceCreateParams;
      return (
        await this.stripeClient.needed.prices.create(createParams, {
          ...BROWSER_TIMEOUT,
          idempotencyKey,
        })
      ).id;
    };
    return (
      (await findExisting()) ??
      (await callIdempotently(`elite:price:${amountCents}`, createOnce, findExisting))
    );
  }
}

const createdSubscriptionOf = (createdSubscription: Stripe.Subscription): CreatedSubscription => ({
  subscriptionId: createdSubscription.id,
  clientSecret: clientSecretOf(createdSubscription),
});

/** What the state of a thing no longer allows was done, or undone, before. */
const ignoreInvalidState = (stripeCall: Promise<unknown>): Promise<unknown> =>
  stripeCall.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  });
