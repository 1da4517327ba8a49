import { US_DOLLARS } from '@courtly/contracts/amount';
import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { readIntent } from '../payments/intent-of.js';
import { type Intent, transferGroupOf } from '../payments/payment.js';
import { StripeClient, callIdempotently, withRefusals } from '../../platform/stores/stripe.js';
import type { Transfer } from './payout.js';

/** The maximum that Stripe allows. No booking has this many transfers. */
const MAX_PAGE_SIZE = 100;

type TransferOrder = Readonly<{
  bookingId: string;
  amountCents: number;
  accountId: string;
  chargeId: string | null;
  transferCount: number;
}>;

/**
 * The calls that pay hosts. Stripe forgets keys after a day, so read the state first. Keys contain
 * the number of refusals, because Stripe repeats refusals, but no amount, so nothing is paid twice.
 */
@Injectable()
export class PayoutCalls {
  constructor(private readonly stripeClient: StripeClient) {}

  private get stripe(): Stripe {
    return this.stripeClient.required;
  }

  readPayment(intentId: string): Promise<Intent> {
    return readIntent(this.stripe, intentId);
  }

  /** Oldest transfers first. */
  async transfersOfBooking(bookingId: string): Promise<Transfer[]> {
    const { data } = await this.stripe.transfers.list({
      transfer_group: transferGroupOf(bookingId),
      limit: MAX_PAGE_SIZE,
    });
    return data.map(toTransfer).reverse();
  }

  /**
   * The first transfer names its charge, so it need not wait until the charge settles. Later ones,
   * which would exceed it, and money paid outside Stripe use Courtly's balance.
   * @param refusalCount the number of recorded refusals
   * @throws StripeRefusal
   */
  async createTransfer(transferOrder: TransferOrder, refusalCount: number): Promise<Transfer> {
    const { bookingId, amountCents, accountId, chargeId, transferCount } = transferOrder;
    const findExisting = async () => {
      const transfers = await this.transfersOfBooking(bookingId);
      return transfers[transferCount] ?? null;
    };
    const createOnce = async (idempotencyKey: string) =>
      toTransfer(
        await this.stripe.transfers.create(
          {
            amount: amountCents,
            currency: US_DOLLARS,
            destination: accountId,
            ...(transferCount === 0 && chargeId !== null && { source_transaction: chargeId }),
            transfer_group: transferGroupOf(bookingId),
            metadata: { bookingId },
          },
          { idempotencyKey },
        ),
      );
    return callIdempotently(
      `booking:${bookingId}:payout:${transferCount}:${refusalCount}`,
      (idempotencyKey) => withRefusals(createOnce(idempotencyKey)),
      findExisting,
    );
  }

  /**
   * @param reversalCount the number of existing reversals
   * @param refusalCount the number of recorded refusals
   * @throws StripeRefusal
   */
  async reverseTransfer(
    bookingId: string,
    {
      transferId,
      amountCents,
      reversalCount,
    }: Readonly<{ transferId: string; amountCents: number; reversalCount: number }>,
    refusalCount: number,
  ): Promise<Transfer> {
    const findReversed = async () => {
      const transfer = await this.readTransfer(transferId);
      return transfer.reversals.length > reversalCount ? transfer : null;
    };
    const reverseOnce = async (idempotencyKey: string) => {
      const reversalParams = { amount: amountCents, metadata: { bookingId } };
      await this.stripe.transfers.createReversal(transferId, reversalParams, { idempotencyKey });
      return this.readTransfer(transferId);
    };
    return callIdempotently(
      `booking:${bookingId}:reversal:${transferId}:${reversalCount}:${refusalCount}`,
      (idempotencyKey) => withRefusals(reverseOnce(idempotencyKey)),
      findReversed,
    );
  }

  async readTransfer(transferId: string): Promise<Transfer> {
    return toTransfer(await this.stripe.transfers.retrieve(transferId));
  }

  /** All transfers, newest first. `bookingId` is undefined if the transfer is not for a booking. */
  async *listTransfers(
    listParams: Stripe.TransferListParams,
  ): AsyncGenerator<Readonly<{ bookingId: string | undefined; transfer: Transfer }>> {
    for await (const stripeTransfer of this.stripe.transfers.list(listParams))
      yield {
        bookingId: stripeTransfer.metadata['bookingId'],
        transfer: toTransfer(stripeTransfer),
      };
  }
}

const toTransfer = ({ id, amount, destination, reversals }: Stripe.Transfer): Transfer => ({
  transferId: id,
  accountId: typeof destination === 'string' ? destination : (destination?.id ?? ''),
  amountCents: amount,
  reversals: reversals.data.map((stripeReversal) => ({
    reversalId: stripeReversal.id,
    amountCents: stripeReversal.amount,
  })),
});
