import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { readIntent } from '../payments/intent-of.js';
import { type Intent, transferGroupOf } from '../payments/payment.js';
import { StripeClient, callIdempotently } from '../../platform/stores/stripe.js';
import type { Transfer } from './payout.js';

/** As many as Stripe lists at once; a booking never has so many transfers, nor one of them so many reversals. */
const PAGE = 100;

type Ordered = Readonly<{
  bookingId: string;
  amountCents: number;
  accountId: string;
  chargeId: string;
}>;

/** What Stripe would not do, in its own code. */
export class Refused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/**
 * The calls that pay hosts. Each has a key of its own, under which Stripe does it once, however many ask at the same time; since
 * a key is forgotten after a day, what is there is read before anything is asked for. A refusal is kept under its key as well:
 * the next try, after the refusal was noted, has the next key.
 */
@Injectable()
export class PayoutCalls {
  constructor(private readonly client: StripeClient) {}

  private get stripe(): Stripe {
    return this.client.needed;
  }

  readPayment(intentId: string): Promise<Intent> {
    return readIntent(this.stripe, intentId);
  }

  /** Every transfer of a booking, the newest first. */
  async transfersOf(bookingId: string): Promise<Transfer[]> {
    const { data } = await this.stripe.transfers.list({
      transfer_group: transferGroupOf(bookingId),
      limit: PAGE,
    });
    return data.map(transferOf);
  }

  /** The transfer of a booking, where Stripe has made one: the first, should there ever be two, which the reconciliation finds. */
  async find(bookingId: string): Promise<Transfer | null> {
    return (await this.transfersOf(bookingId)).at(-1) ?? null;
  }

  /** @param attempt how often Stripe has refused it before @throws Refused */
  async transfer(ordered: Ordered, attempt: number): Promise<Transfer> {
    const { bookingId, amountCents, accountId, chargeId } = ordered;
    const find = () => this.find(bookingId);
    const create = async (idempotencyKey: string) =>
      transferOf(
        await this.stripe.transfers.create(
          {
            amount: amountCents,
            currency: 'usd',
            destination: accountId,
            source_transaction: chargeId,
            transfer_group: transferGroupOf(bookingId),
            metadata: { bookingId },
          },
          { idempotencyKey },
        ),
      );
    return callIdempotently(`booking:${bookingId}:payout:${attempt}`, refusing(create), find);
  }

  /**
   * Takes a part of a transfer back.
   * @param before how many reversals there were @param attempt how often Stripe has refused one before @throws Refused
   */
  async reverse(
    bookingId: string,
    {
      transferId,
      amountCents,
      before,
    }: Readonly<{ transferId: string; amountCents: number; before: number }>,
    attempt: number,
  ): Promise<Transfer> {
    const find = async () => {
      const transfer = await this.read(transferId);
      return transfer.reversals.length > before ? transfer : null;
    };
    const create = async (idempotencyKey: string) => {
      const params = { amount: amountCents, metadata: { bookingId } };
      await this.stripe.transfers.createReversal(transferId, params, { idempotencyKey });
      return this.read(transferId);
    };
    return callIdempotently(
      `booking:${bookingId}:reversal:${before}:${attempt}`,
      refusing(create),
      find,
    );
  }

  async read(transferId: string): Promise<Transfer> {
    return transferOf(await this.stripe.transfers.retrieve(transferId));
  }

  /** Every transfer that was made for a booking, the newest first. */
  async *all(): AsyncGenerator<Readonly<{ bookingId: string; transfer: Transfer }>> {
    for await (const transfer of this.stripe.transfers.list({ limit: PAGE })) {
      const { bookingId } = transfer.metadata;
      if (bookingId) yield { bookingId, transfer: transferOf(transfer) };
    }
  }
}

const transferOf = ({ id, amount, destination, reversals }: Stripe.Transfer): Transfer => ({
  transferId: id,
  accountId: typeof destination === 'string' ? destination : (destination?.id ?? ''),
  amountCents: amount,
  reversals: reversals.data.map((reversal) => ({
    reversalId: reversal.id,
    amountCents: reversal.amount,
  })),
});

const refusing =
  <T>(act: (key: string) => Promise<T>) =>
  (key: string): Promise<T> =>
    act(key).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError)
        throw new Refused(error.code ?? error.param ?? 'refused');
      throw error;
    });
