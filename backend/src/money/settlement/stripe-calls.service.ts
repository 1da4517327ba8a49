import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { Booking } from '../../booking/bookings/booking.js';
import { completed, expand, intentOf, readIntent } from '../payments/intent-of.js';
import { type Intent, transferGroupOf } from '../payments/payment.js';
import { StripeClient, callIdempotently } from '../../platform/stores/stripe.js';

/** As many as Stripe lists at once. */
const PAGE = 100;
/** Our clock and Stripe's differ by less. */
const CLOCKS_APART_S = 60;

/** The calls that move the money of a booking. Each has a key of its own, under which Stripe does it once. */
@Injectable()
export class StripeCalls {
  constructor(private readonly client: StripeClient) {}

  private get stripe(): Stripe {
    return this.client.needed;
  }

  read(intentId: string): Promise<Intent> {
    return readIntent(this.stripe, intentId);
  }

  /** The booking that an intent was made for. */
  async bookingOf(intentId: string): Promise<string | undefined> {
    return (await this.stripe.paymentIntents.retrieve(intentId)).metadata['bookingId'];
  }

  /** Whether Stripe knows an intent. */
  exists(intentId: string): Promise<boolean> {
    return this.stripe.paymentIntents.retrieve(intentId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
          return false;
        throw error;
      },
    );
  }

  /** Every intent that was made for a booking, with its refunds, the newest first. */
  async *all(): AsyncGenerator<Readonly<{ bookingId: string; intent: Intent }>> {
    const list = this.stripe.paymentIntents.list({
      limit: PAGE,
      expand: expand.map((field) => `data.${field}`),
    });
    for await (const intent of list) {
      const { bookingId } = intent.metadata;
      if (bookingId) yield { bookingId, intent: await completed(this.stripe, intent) };
    }
  }

  /** Holds nothing yet: the player's browser confirms it with a card. */
  create(booking: Booking): Promise<Intent> {
    const { bookingId, totalCents } = booking;
    const create = (idempotencyKey: string) =>
      this.stripe.paymentIntents.create(
        {
          amount: totalCents,
          currency: 'usd',
          capture_method: 'manual',
          allowed_payment_method_types: ['card'],
          transfer_group: transferGroupOf(bookingId),
          metadata: { bookingId },
        },
        { idempotencyKey },
      );
    return callIdempotently(
      `booking:${bookingId}:authorise`,
      async (key) => intentOf(await create(key), [], []),
      () => this.find(booking),
    );
  }

  /** A bank may refuse in the end what it had held: then the hold is given up, so that nothing is left to be charged later. */
  capture(booking: Booking, intentId: string): Promise<Intent> {
    const call = (idempotencyKey: string) =>
      this.stripe.paymentIntents
        .capture(intentId, {}, { idempotencyKey })
        .catch((error: unknown) => {
          if (error instanceof Stripe.errors.StripeCardError) return this.cancel(booking, intentId);
          throw error;
        });
    return this.change(
      `booking:${booking.bookingId}:capture`,
      intentId,
      call,
      ({ status }) => status !== 'authorised',
    );
  }

  cancel({ bookingId }: Booking, intentId: string): Promise<Intent> {
    const call = (idempotencyKey: string) =>
      this.stripe.paymentIntents.cancel(intentId, {}, { idempotencyKey });
    return this.change(
      `booking:${bookingId}:cancel`,
      intentId,
      call,
      ({ status }) => status === 'cancelled',
    );
  }

  /** @param before how many refunds there were */
  refund(
    { bookingId }: Booking,
    intentId: string,
    amountCents: number,
    before: number,
  ): Promise<Intent> {
    const call = (idempotencyKey: string) =>
      this.stripe.refunds.create(
        { payment_intent: intentId, amount: amountCents, metadata: { bookingId } },
        { idempotencyKey },
      );
    return this.change(
      `booking:${bookingId}:refund:${before}`,
      intentId,
      call,
      ({ refunds }) => refunds.length > before,
    );
  }

  /** Changes an intent, and answers how it is then. What its state no longer allows has been done, or undone, by somebody else. */
  private change(
    key: string,
    intentId: string,
    call: (key: string) => Promise<unknown>,
    isDone: (intent: Intent) => boolean,
  ): Promise<Intent> {
    const read = () => this.read(intentId);
    const act = async (tried: string) => {
      await call(tried).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      });
      return read();
    };
    const found = async () => {
      const intent = await read();
      return isDone(intent) ? intent : null;
    };
    return callIdempotently(key, act, found);
  }

  /** The intent of a booking that was made by a call whose answer never came. */
  private async find({ bookingId, requestedAt }: Booking): Promise<Intent | null> {
    const since = Math.floor(Date.parse(requestedAt) / 1_000) - CLOCKS_APART_S;
    for await (const intent of this.stripe.paymentIntents.list({
      created: { gte: since },
      limit: PAGE,
    }))
      if (intent.metadata['bookingId'] === bookingId) return this.read(intent.id);
    return null;
  }
}
