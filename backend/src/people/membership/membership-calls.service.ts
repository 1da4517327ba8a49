import { US_DOLLARS } from '@courtly/contracts/amount';
import { Injectable } from '@nestjs/common';
import type { PaidCard } from '@courtly/contracts/bookings';
import type { PurchasePurpose } from '@courtly/contracts/membership';
import Stripe from 'stripe';
import { withStripeErrors } from '../../platform/http/with-stripe-errors.js';
import {
  StripeClient,
  StripeRefusal,
  callIdempotently,
  withRefusals,
} from '../../platform/stores/stripe.js';
import type { RefundOrder, StripeIntent, SubscriptionSnapshot } from './membership.js';
import { memberIdOf } from './member-of.js';
import type { PaymentSnapshot } from './payment-changes.js';
import {
  cardOf,
  chargeSnapshotOf,
  hasFailed,
  isDisputed,
  isPayable,
  subscriptionExpansions,
  feeExpansions,
  stripeIntentOf,
  clientSecretOf,
  subscriptionSnapshotOf,
  subscriptionStatusOf,
} from './stripe-snapshots.js';

/** The maximum that Stripe allows. */
const PAGE_SIZE = 100;
const MOST_CLOCK_SKEW_S = 60;
/** More months than any subscription lasts. */
const MAX_INVOICES = 1_000;
const INVOICE_PREFIX = 'in_';
/** A browser is waiting for these calls. */
const BROWSER_TIMEOUT = { timeout: 8_000, maxNetworkRetries: 1 };

/** `nth` counts a user's payments or subscriptions and is part of the idempotency keys. */
type PaymentRequest = Readonly<{ userId: string; nth: number; amountCents: number; at: string }>;
export type IntentRequest = PaymentRequest &
  Readonly<{ purpose: PurchasePurpose; customerId: string }>;

/** `clientSecret` lets the browser pay the first month. */
export type CreatedSubscription = Readonly<{ subscriptionId: string; clientSecret: string }>;

/**
 * Lasts ten minutes. A later attempt uses a new key, regardless of the response that Stripe has
 * stored for the old one.
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
 * The Stripe calls for memberships. Each call has its own idempotency key. Created objects have the
 * user id in their metadata, for webhooks and searches.
 */
@Injectable()
export class MembershipCalls {
  constructor(private readonly stripeClient: StripeClient) {}

  get isEnabled(): boolean {
    return this.stripeClient.client !== null;
  }

  async readIntent(intentId: string): Promise<StripeIntent> {
    const { disputes, paymentIntents } = this.stripeClient.required;
    const stripeIntent = await paymentIntents.retrieve(intentId, { expand: feeExpansions });
    const disputePage = isDisputed(stripeIntent)
      ? await disputes.list({ payment_intent: intentId, limit: PAGE_SIZE })
      : null;
    return stripeIntentOf(stripeIntent, disputePage?.data);
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
      currency: US_DOLLARS,
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
        `elite:${userId}:intent:${ordinal}:${amountCents}:${retryWindow(requestedAt)}`,
        createOnce,
        () => this.findIntent(paymentRequest),
      ),
    );
  }

  /** Finds the intent created by a call whose response was lost. */
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

  /**
   * Returns the resulting intent.
   * @param refusalCount the number of recorded refusals
   * @throws StripeRefusal, for example if the intent was paid in the meantime
   */
  cancelIntent(userId: string, intentId: string, refusalCount: number): Promise<StripeIntent> {
    const cancelOnce = async (idempotencyKey: string) => {
      await withRefusals(
        this.stripeClient.required.paymentIntents.cancel(intentId, {}, { idempotencyKey }),
      );
      return this.readIntent(intentId);
    };
    const findExisting = async () => {
      const stripeIntent = await this.readIntent(intentId);
      return stripeIntent.status === 'open' ? null : stripeIntent;
    };
    return callIdempotently(
      `elite:${userId}:cancel:${intentId}:${refusalCount}`,
      cancelOnce,
      findExisting,
    );
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
        description: 'Courtly Elite, monthly',
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
        `elite:${userId}:subscription:${ordinal}:${amountCents}:${retryWindow(requestedAt)}`,
        createOnce,
        findExisting,
      ),
    );
  }

  async readSubscription(subscriptionId: string): Promise<SubscriptionSnapshot> {
    const { invoices, subscriptions } = this.stripeClient.required;
    const subscription = await subscriptions.retrieve(subscriptionId);
    const invoiceList = await invoices
      .list({ subscription: subscriptionId, limit: PAGE_SIZE })
      .autoPagingToArray({ limit: MAX_INVOICES });
    return subscriptionSnapshotOf(subscription, invoiceList);
  }

  /**
   * The currency, fee, card, refunds, and disputes of a founder's intent or a subscriber's invoice.
   */
  async readPayment(
    paidBy: string,
  ): Promise<PaymentSnapshot & Readonly<{ card: PaidCard | null }>> {
    const { disputes, paymentIntents, refunds } = this.stripeClient.required;
    const charges = await Promise.all(
      (await this.intentIdsOf(paidBy)).map(async (intentId) => {
        const stripeIntent = await paymentIntents.retrieve(intentId, { expand: feeExpansions });
        const listParams = { payment_intent: intentId, limit: PAGE_SIZE };
        const [refundPage, disputePage] = await Promise.all([
          refunds.list(listParams),
          isDisputed(stripeIntent) ? disputes.list(listParams) : null,
        ]);
        return {
          ...chargeSnapshotOf(stripeIntent, refundPage.data, disputePage?.data ?? []),
          card: cardOf(stripeIntent),
        };
      }),
    );
    const fees = charges.map(({ processorFeeCents }) => processorFeeCents);
    return {
      paidBy,
      currency: charges[0]?.currency ?? null,
      processorFeeCents: fees.includes(null)
        ? null
        : fees.reduce<number>((totalCents, feeCents) => totalCents + feeCents!, 0),
      reversals: charges.flatMap(({ reversals }) => reversals),
      disputes: charges.flatMap(({ disputes }) => disputes),
      card: charges.find(({ card }) => card !== null)?.card ?? null,
    };
  }

  /** Payments from a customer balance have no intent. */
  private async intentIdsOf(paidBy: string): Promise<string[]> {
    if (!paidBy.startsWith(INVOICE_PREFIX)) return [paidBy];
    const { data } = await this.stripeClient.required.invoicePayments.list({
      invoice: paidBy,
      status: 'paid',
      limit: PAGE_SIZE,
    });
    return data.flatMap(({ payment: { payment_intent: paymentIntentId } }) =>
      typeof paymentIntentId === 'string' ? [paymentIntentId] : [],
    );
  }

  /**
   * The member and the payment of an intent. Stripe itself creates the intents of invoices, so they
   * lack our metadata. Null if the intent is not for a membership. Only an id is read again.
   */
  async memberOfIntent(
    intent: string | Stripe.PaymentIntent,
  ): Promise<Readonly<{ userId: string; paidBy: string }> | null> {
    const { invoicePayments, paymentIntents } = this.stripeClient.required;
    const stripeIntent =
      typeof intent === 'string' ? await paymentIntents.retrieve(intent) : intent;
    const intentId = stripeIntent.id;
    const { bookingId } = stripeIntent.metadata;
    const buyerId = memberIdOf(stripeIntent);
    if (bookingId) return null;
    if (buyerId) return { userId: buyerId, paidBy: intentId };
    const { data } = await invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intentId },
      expand: ['data.invoice'],
      limit: 1,
    });
    const invoice = data[0]?.invoice;
    if (!invoice || typeof invoice === 'string') return null;
    const userId = memberIdOf(invoice);
    return userId && invoice.id ? { userId, paidBy: invoice.id } : null;
  }

  /**
   * Refunds part of a payment, once per order.
   * @throws StripeRefusal
   */
  async refundPayment({ orderId, paidBy, amountCents }: RefundOrder): Promise<void> {
    const { refunds } = this.stripeClient.required;
    const [intentId] = await this.intentIdsOf(paidBy);
    // For example, the invoice was paid from a customer balance.
    if (!intentId) throw new StripeRefusal('charge_missing', `${paidBy} has no card payment`);
    const findExisting = async () => {
      const { data } = await refunds.list({ payment_intent: intentId, limit: PAGE_SIZE });
      return data.find(({ metadata }) => metadata?.['orderId'] === orderId) ?? null;
    };
    const createOnce = (idempotencyKey: string) =>
      refunds.create(
        { payment_intent: intentId, amount: amountCents, metadata: { orderId } },
        { idempotencyKey },
      );
    const refund = await withRefusals(
      callIdempotently(
        `elite:refund:${orderId}:${amountCents}`,
        async (idempotencyKey) => (await findExisting()) ?? createOnce(idempotencyKey),
        findExisting,
      ),
    );
    if (hasFailed(refund)) throw new StripeRefusal('refund_failed', `refund ${refund.id} failed`);
  }

  /**
   * Lets the subscription end after the paid month. Safe to repeat.
   * @throws DomainError store_unavailable if it would still renew
   */
  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    const cancellation = this.stripeClient.required.subscriptions.update(
      subscriptionId,
      { cancel_at_period_end: true },
      BROWSER_TIMEOUT,
    );
    const assertEnds = async (error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      const { status, cancelsAtEnd } = await this.readSubscription(subscriptionId);
      if (status !== 'ended' && !cancelsAtEnd) throw error;
    };
    await withStripeErrors(cancellation.then(() => undefined, assertEnds));
  }

  /**
   * Ends the subscription immediately and voids its open invoices, so that nothing can be paid
   * afterwards. Safe to repeat.
   * @throws StripeRefusal, for example if an invoice was paid in the meantime
   */
  async endSubscription(subscriptionId: string): Promise<SubscriptionSnapshot> {
    const { invoices, subscriptions } = this.stripeClient.required;
    const { status: stripeStatus } = await subscriptions.retrieve(subscriptionId);
    if (subscriptionStatusOf(stripeStatus) !== 'ended')
      await withRefusals(subscriptions.cancel(subscriptionId));
    for await (const { id, status } of invoices.list({
      subscription: subscriptionId,
      limit: PAGE_SIZE,
    })) {
      if (!id || !isPayable(status)) continue;
      // Only finalized invoices can be voided.
      if (status === 'draft')
        await withRefusals(invoices.finalizeInvoice(id, { auto_advance: false }));
      await withRefusals(invoices.voidInvoice(id));
    }
    return this.readSubscription(subscriptionId);
  }

  /**
   * The URL of Stripe's customer page, which works only once.
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

  /** The monthly price, which is created once and then found by its lookup key. */
  private async monthlyPriceId(amountCents: number): Promise<string> {
    const lookupKey = `courtly_elite_monthly_${amountCents}`;
    const findExisting = async () =>
      (await this.stripeClient.required.prices.list({ lookup_keys: [lookupKey], limit: 1 })).data[0]
        ?.id ?? null;
    const createOnce = async (idempotencyKey: string) => {
      const createParams = {
        currency: US_DOLLARS,
        unit_amount: amountCents,
        lookup_key: lookupKey,
        recurring: { interval: 'month' },
        product_data: { name: 'Courtly Elite, monthly', statement_descriptor: 'COURTLY ELITE' },
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
