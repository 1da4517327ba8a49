import { US_DOLLARS } from '@courtly/contracts/amount';
import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { Booking } from '../../booking/bookings/booking.js';
import { toIntent, readIntent } from '../payments/intent-of.js';
import { CUSTOMERS, type Customers } from '../cards/customers.js';
import { type Intent, transferGroupOf } from '../payments/payment.js';
import { refundsFor } from '../payments/payment-sums.js';
import type { SettlementStep } from './next-step.js';
import { statementOf } from '../payments/statement.js';
import { StripeClient, callIdempotently, withRefusals } from '../../platform/stores/stripe.js';

/** The maximum that Stripe allows. */
const PAGE_SIZE = 100;
/** Our clock and Stripe's clock differ by less than this. */
const CLOCK_SKEW_S = 60;

type RefundStep = Extract<SettlementStep, { type: 'refund' }>;

/** The Stripe calls for the payment of a booking. Each call has its own idempotency key. */
@Injectable()
export class StripeCalls {
  constructor(
    private readonly stripeClient: StripeClient,
    @Inject(CUSTOMERS) private readonly customers: Customers,
  ) {}

  private get stripe(): Stripe {
    return this.stripeClient.required;
  }

  readIntent(intentId: string): Promise<Intent> {
    return readIntent(this.stripe, intentId);
  }

  async bookingIdOfIntent(intentId: string): Promise<string | undefined> {
    return (await this.stripe.paymentIntents.retrieve(intentId)).metadata['bookingId'];
  }

  /** Authorizes nothing yet, because the player's browser confirms the intent with a card. */
  async createIntent(booking: Booking): Promise<Intent> {
    const { playerId, requestedAt } = booking;
    const customerId = await this.customers.customerIdOf(playerId, requestedAt);
    try {
      return await this.createIntentOf(booking, customerId);
    } catch (error) {
      if (!isMissingCustomer(error)) throw error;
      const replacement = await this.customers.customerIdOf(playerId, requestedAt, customerId);
      return this.createIntentOf(booking, replacement);
    }
  }

  private createIntentOf(booking: Booking, customer: string): Promise<Intent> {
    const { bookingId, totalCents } = booking;
    const createOnce = (idempotencyKey: string) =>
      this.stripe.paymentIntents.create(
        {
          amount: totalCents,
          currency: US_DOLLARS,
          capture_method: 'manual',
          allowed_payment_method_types: ['card', 'link'],
          customer,
          ...statementOf(booking),
          transfer_group: transferGroupOf(bookingId),
          metadata: { bookingId },
        },
        { idempotencyKey },
      );
    return callIdempotently(
      `booking:${bookingId}:authorise:${customer}`,
      async (key) => toIntent(await createOnce(key), [], []),
      () => this.findIntent(booking),
    );
  }

  /**
   * Charges up to the authorized amount, in cents, and releases the rest. If the bank declines,
   * cancels the intent, so that it can't be charged later.
   * @param refusalCount the number of recorded refusals
   * @throws StripeRefusal
   */
  captureIntent(
    bookingId: string,
    intentId: string,
    amountCents: number,
    refusalCount: number,
  ): Promise<Intent> {
    const captureOnce = (idempotencyKey: string) =>
      this.stripe.paymentIntents
        .capture(intentId, { amount_to_capture: amountCents }, { idempotencyKey })
        .catch((error: unknown) => {
          if (error instanceof Stripe.errors.StripeCardError)
            return this.cancelIntent(bookingId, intentId, refusalCount);
          throw error;
        });
    return this.changeIntent(
      `booking:${bookingId}:capture:${amountCents}:${refusalCount}`,
      intentId,
      captureOnce,
      ({ status }) => status !== 'authorised',
    );
  }

  /**
   * @param refusalCount the number of recorded refusals
   * @throws StripeRefusal
   */
  cancelIntent(bookingId: string, intentId: string, refusalCount: number): Promise<Intent> {
    const cancelOnce = (idempotencyKey: string) =>
      this.stripe.paymentIntents.cancel(intentId, {}, { idempotencyKey });
    return this.changeIntent(
      `booking:${bookingId}:cancel:${refusalCount}`,
      intentId,
      cancelOnce,
      ({ status }) => status === 'cancelled',
    );
  }

  /**
   * Without its metadata, the refund would count as one made in Stripe's dashboard. Workers that
   * saw different amounts send the same key, so Stripe makes only one refund.
   * @param refundStep `refunds` is the number of Courtly's earlier refunds for the same reason
   * @param refusalCount the number of recorded refusals
   * @throws StripeRefusal
   */
  refundIntent(
    bookingId: string,
    intentId: string,
    { amountCents, refunds: refundCount, orderId }: Omit<RefundStep, 'type'>,
    refusalCount: number,
  ): Promise<Intent> {
    const refundOnce = (idempotencyKey: string) =>
      this.stripe.refunds.create(
        {
          payment_intent: intentId,
          amount: amountCents,
          metadata: { bookingId, ...(orderId !== null && { orderId }) },
        },
        { idempotencyKey },
      );
    const refundFor = orderId ?? 'cancellation';
    return this.changeIntent(
      `booking:${bookingId}:refund:${refundFor}:${refundCount}:${refusalCount}`,
      intentId,
      refundOnce,
      ({ refunds }) => refundsFor(refunds, orderId).length > refundCount,
    );
  }

  private changeIntent(
    keyBase: string,
    intentId: string,
    changeOnce: (key: string) => Promise<unknown>,
    isDone: (intent: Intent) => boolean,
  ): Promise<Intent> {
    const changeAndRead = async (idempotencyKey: string) => {
      await withRefusals(changeOnce(idempotencyKey));
      return this.readIntent(intentId);
    };
    const findChanged = async () => {
      const intent = await this.readIntent(intentId);
      return isDone(intent) ? intent : null;
    };
    return callIdempotently(keyBase, changeAndRead, findChanged);
  }

  /** Finds an intent that was created by a call whose response was lost. */
  private async findIntent({ bookingId, requestedAt }: Booking): Promise<Intent | null> {
    const createdSince = Math.floor(Date.parse(requestedAt) / 1_000) - CLOCK_SKEW_S;
    for await (const intent of this.stripe.paymentIntents.list({
      created: { gte: createdSince },
      limit: PAGE_SIZE,
    }))
      if (intent.metadata['bookingId'] === bookingId) return this.readIntent(intent.id);
    return null;
  }
}

/** Whether the customer was deleted in Stripe's dashboard. */
const isMissingCustomer = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  error.param === 'customer';
