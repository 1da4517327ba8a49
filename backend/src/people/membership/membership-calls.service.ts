import { Injectable } from '@nestjs/common';
import type { PurchasePurpose } from '@courtly/contracts/membership';
import Stripe from 'stripe';
import { withStripeErrors } from '../../money/payments/with-stripe-errors.js';
import { StripeClient, callIdempotently } from '../../platform/stores/stripe.js';
import type { StripeIntent, SubscriptionSnapshot } from './membership.js';
import {
  subscriptionExpansions,
  feeExpansions,
  stripeIntentOf,
  clientSecretOf,
  subscriptionSnapshotOf,
} from './stripe-snapshots.js';

/** Stripe's maximum. */
const PAGE_SIZE = 100;
const MOST_CLOCK_SKEW_S = 60;
/** A browser waits for these calls. */
const BROWSER_TIMEOUT = { timeout: 8_000, maxNetworkRetries: 1 };

/** `nth` counts a user's payments or subscriptions, and is part of the idempotency keys. */
type PaymentRequest = Readonly<{ userId: string; nth: number; amountCents: number; at: string }>;
export type IntentRequest = PaymentRequest &
  Readonly<{ purpose: PurchasePurpose; customerId: string }>;

/** `clientSecret` lets the browser pay the first month. */
export type CreatedSubscription = Readonly<{ subscriptionId: string; clientSecret: string }>;

/**
 * Ten minutes. A later try gets a new key, whatever response Stripe has stored under the old one.
 */
const retryWindow = (requestedAt: string): string => requestedAt.slice(0, '2027-03-10T12:3'.length);

const createdSince = (requestedAt: string) => ({
  gte: Math.floor(Date.parse(requestedAt) / 1_000) - MOST_CLOCK_SKEW_S,
});
const belongsTo = (
  metadata: Stripe.Metadata,
  { userId, nth: ordinal }: Pick<PaymentRequest, 'userId' | 'nth'>,
): boolean => metadata['userId'] === userId && metadata['nth'] === String(ordinal);

/**
 * The Stripe calls of memberships. Each has its own idempotency key. Created objects carry the user
 * id in their metadata, for webhooks and searches.
 */
@Injectable()
export class MembershipCalls {
  constructor(private readonly stripeClient: StripeClient) {}

  get isEnabled(): boolean {
    return this.stripeClient.client !== null;
  }

  async readIntent(intentId: string): Promise<StripeIntent> {
    return stripeIntentOf(
      await this.stripeClient.required.paymentIntents.retrieve(intentId, { expand: feeExpansions }),
    );
  }

  /** @throws DomainError store_unavailable */
  createIntent(paymentRequest: IntentRequest): Promise<StripeIntent> {
    const {
      userId,
      nth: ordinal,
      purpose,
      customerId,
      amountCents,
      at: requestedAt,
    } = paymentRequest;
    const createParams = {
      amount: amountCents,
      currency: 'usd',
      capture_method: 'automatic',
      allowed_payment_method_types: ['card', 'link'],
      customer: customerId,
      description: 'Courtly Elite, founding year',
      statement_descriptor_suffix: 'ELITE',
      metadata: { userId, purpose, nth: ordinal },
    } satisfies Stripe.PaymentIntentCreateParams;
    const createOnce = async (idempotencyKey: string) =>
      stripeIntentOf(
        await this.stripeClient.required.paymentIntents.create(createParams, {
          ...BROWSER_TIMEOUT,
          idempotencyKey,
        }),
      );
    return withStripeErrors(
      callIdempotently(
        `elite:${userId}:intent:${ordinal}:${retryWindow(requestedAt)}`,
        createOnce,
        () => this.findIntent(paymentRequest),
      ),
    );
  }

  /** Finds the intent of a call whose response was lost. */
  async findIntent(
    paymentRequest: Pick<PaymentRequest, 'userId' | 'nth' | 'at'>,
  ): Promise<StripeIntent | null> {
    for await (const stripeIntent of this.stripeClient.required.paymentIntents.list({
      created: createdSince(paymentRequest.at),
      limit: PAGE_SIZE,
    }))
      if (belongsTo(stripeIntent.metadata, paymentRequest)) return stripeIntentOf(stripeIntent);
    return null;
  }

  /** Returns the intent afterwards, which may have been paid in the meantime. */
  cancelIntent(userId: string, intentId: string): Promise<StripeIntent> {
    const cancelOnce = async (idempotencyKey: string) => {
      await ignoreInvalidState(
        this.stripeClient.required.paymentIntents.cancel(intentId, {}, { idempotencyKey }),
      );
      return this.readIntent(intentId);
    };
    const findExisting = async () => {
      const stripeIntent = await this.readIntent(intentId);
      return stripeIntent.status === 'open' ? null : stripeIntent;
    };
    return callIdempotently(`elite:${userId}:cancel:${intentId}`, cancelOnce, findExisting);
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
        await this.stripeClient.required.subscriptions.create(createParams, {
          ...BROWSER_TIMEOUT,
          idempotencyKey,
        }),
      );
    };
    const findExisting = async () => {
      const existingSubscriptions = await this.stripeClient.required.subscriptions.list({
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
    return withStripeErrors(
      callIdempotently(
        `elite:${userId}:subscription:${ordinal}:${retryWindow(requestedAt)}`,
        createOnce,
        findExisting,
      ),
    );
  }

  async readSubscription(subscriptionId: string): Promise<SubscriptionSnapshot> {
    return subscriptionSnapshotOf(
      await this.stripeClient.required.subscriptions.retrieve(subscriptionId, {
        expand: subscriptionExpansions,
      }),
    );
  }

  /** Stripe's fee for the card payments of an invoice, in cents. Customer balances have no fee. */
  async readInvoiceFee(invoiceId: string): Promise<number> {
    const { data } = await this.stripeClient.required.invoicePayments.list({
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

  /**
   * Lets the subscription end after the paid month. Safe to run again.
   * @throws DomainError store_unavailable
   */
  async cancelAtPeriodEnd(subscriptionId: string): Promise<SubscriptionSnapshot> {
    const cancellation = this.stripeClient.required.subscriptions.update(
      subscriptionId,
      { cancel_at_period_end: true },
      BROWSER_TIMEOUT,
    );
    await withStripeErrors(ignoreInvalidState(cancellation));
    return this.readSubscription(subscriptionId);
  }

  /** Ends the subscription immediately. Stripe refuses to cancel it again. */
  async endSubscription(subscriptionId: string): Promise<SubscriptionSnapshot> {
    await ignoreInvalidState(this.stripeClient.required.subscriptions.cancel(subscriptionId));
    return this.readSubscription(subscriptionId);
  }

  /**
   * The URL of Stripe's customer page; it works once.
   * @throws DomainError store_unavailable
   */
  async createPortalUrl(customerId: string, returnUrl: string): Promise<string> {
    const portalSessions = this.stripeClient.required.billingPortal.sessions;
    return (
      await withStripeErrors(
        portalSessions.create({ customer: customerId, return_url: returnUrl }, BROWSER_TIMEOUT),
      )
    ).url;
  }

  /** The monthly price, created once and found by its lookup key. */
  private async monthlyPriceId(amountCents: number): Promise<string> {
    const lookupKey = `courtly_elite_monthly_${amountCents}`;
    const findExisting = async () =>
      (await this.stripeClient.required.prices.list({ lookup_keys: [lookupKey], limit: 1 })).data[0]
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
        await this.stripeClient.required.prices.create(createParams, {
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

/**
 * Stripe refuses calls that the object's state does not allow: they were made before, or are
 * obsolete.
 */
const ignoreInvalidState = (stripeCall: Promise<unknown>): Promise<unknown> =>
  stripeCall.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  });
