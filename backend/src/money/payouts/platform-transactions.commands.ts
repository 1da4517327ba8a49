import { US_DOLLARS } from '@courtly/contracts/amount';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type Stripe from 'stripe';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { followUp } from '../../platform/kernel/context.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { StripeClient } from '../../platform/stores/stripe.js';
import {
  type PlatformTransactionType,
  platformTransaction,
  platformTransactionTypes,
} from './platform-transaction.js';

/** The maximum that Stripe allows. */
const PAGE_SIZE = 100;
/** Stripe can list a transaction after newer ones, so each night reads the last week again. */
const READ_AGAIN_MS = 7 * DAY_MS;

/**
 * Records the fees and reserves that are new at Stripe. The books are in dollars, so they exclude
 * other currencies, which the comparison with Stripe reports.
 */
export class RecordPlatformTransactionsCommand extends defineCommand<object>() {}

@CommandHandler(RecordPlatformTransactionsCommand)
export class RecordPlatformTransactionsHandler implements ICommandHandler<RecordPlatformTransactionsCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly stripeClient: StripeClient,
  ) {}

  /** @throws Error if Stripe cannot be reached; the job is then retried */
  async execute({ context }: RecordPlatformTransactionsCommand): Promise<void> {
    for (const transactionType of platformTransactionTypes) {
      // Oldest first, so that a failure leaves no gap behind the newest recorded transaction.
      for (const transaction of (await this.newTransactions(transactionType, context.at)).reverse())
        await this.commandHandling.handle(
          platformTransaction,
          transaction.id,
          {
            type: 'RecordPlatformTransaction',
            data: {
              transactionId: transaction.id,
              transactionType,
              amountCents: 0 - transaction.net,
              madeAt: new Date(transaction.created * 1_000).toISOString(),
            },
          },
          followUp(context, transaction.id),
        );
    }
  }

  /** Stripe lists the newest first. Reading ends at a recorded one that is older than a week. */
  private async newTransactions(
    type: PlatformTransactionType,
    at: string,
  ): Promise<Stripe.BalanceTransaction[]> {
    const { balanceTransactions } = this.stripeClient.required;
    const readAgainSince = (Date.parse(at) - READ_AGAIN_MS) / 1_000;
    const newTransactions: Stripe.BalanceTransaction[] = [];
    for await (const transaction of balanceTransactions.list({ type, limit: PAGE_SIZE })) {
      if (transaction.currency !== US_DOLLARS) continue;
      const isRecorded =
        (await this.streams.load(platformTransaction, transaction.id)) === 'recorded';
      if (isRecorded && transaction.created < readAgainSince) break;
      if (!isRecorded) newTransactions.push(transaction);
    }
    return newTransactions;
  }
}
