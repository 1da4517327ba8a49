import { US_DOLLARS } from '@courtly/contracts/amount';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type Stripe from 'stripe';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { StripeClient } from '../../platform/stores/stripe.js';
import type { PlatformPayoutJobData } from './platform-payout-job.js';
import { platformPayout } from './platform-payout.js';
import { platformTopUp } from './platform-top-up.js';

/** The maximum that Stripe allows. */
const PAGE_SIZE = 100;

/**
 * Records one payout to Courtly's bank or one top-up, or all of them, with their returns. The books
 * are in dollars, so they exclude other currencies, which the comparison with Stripe reports.
 */
export class RecordPlatformPayoutsCommand extends defineCommand<PlatformPayoutJobData>() {}

@CommandHandler(RecordPlatformPayoutsCommand)
export class RecordPlatformPayoutsHandler implements ICommandHandler<RecordPlatformPayoutsCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly stripeClient: StripeClient,
  ) {}

  /** @throws Error if Stripe cannot be reached; the job is then retried */
  async execute({ input, context }: RecordPlatformPayoutsCommand): Promise<void> {
    const { payouts, topups } = this.stripeClient.required;
    if ('topUpId' in input) return this.recordTopUp(await topups.retrieve(input.topUpId), context);
    if (input.payoutId !== null)
      return this.record(await payouts.retrieve(input.payoutId), context);
    for await (const payout of payouts.list({ limit: PAGE_SIZE }))
      await this.record(payout, context);
    for await (const topUp of topups.list({ limit: PAGE_SIZE }))
      await this.recordTopUp(topUp, context);
  }

  /** Pending and failed top-ups have not moved any money. */
  private async recordTopUp(
    { id: topUpId, amount: amountCents, currency, status, created }: Stripe.Topup,
    context: CommandContext,
  ): Promise<void> {
    if (currency !== US_DOLLARS) return;
    if (status !== 'succeeded' && status !== 'reversed') return;
    const topUp = {
      topUpId,
      amountCents,
      isReversed: status === 'reversed',
      toppedUpAt: new Date(created * 1_000).toISOString(),
    };
    await this.commandHandling.handle(
      platformTopUp,
      topUpId,
      { type: 'RecordPlatformTopUp', data: { ...topUp, at: context.at } },
      followUp(context, topUpId),
    );
  }

  private async record(
    { id: payoutId, amount, currency, status, failure_code, created }: Stripe.Payout,
    context: CommandContext,
  ): Promise<void> {
    if (currency !== US_DOLLARS) return;
    const payout = {
      payoutId,
      amountCents: amount,
      isReturned: status === 'failed' || status === 'canceled',
      failureCode: status === 'failed' ? (failure_code ?? 'unknown') : null,
      sentAt: new Date(created * 1_000).toISOString(),
    };
    await this.commandHandling.handle(
      platformPayout,
      payoutId,
      { type: 'RecordPlatformPayout', data: { ...payout, at: context.at } },
      followUp(context, payoutId),
    );
  }
}
