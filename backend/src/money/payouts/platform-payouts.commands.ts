import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type Stripe from 'stripe';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { StripeClient } from '../../platform/stores/stripe.js';
import type { PlatformPayoutJobData } from './platform-payout-job.js';
import { platformPayout } from './platform-payout.js';

/** Stripe's maximum. */
const PAGE_SIZE = 100;

/** Records payouts from the platform's balance to Courtly's bank, and those that came back. */
export class RecordPlatformPayoutsCommand extends defineCommand<PlatformPayoutJobData>() {}

@CommandHandler(RecordPlatformPayoutsCommand)
export class RecordPlatformPayoutsHandler implements ICommandHandler<RecordPlatformPayoutsCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly stripeClient: StripeClient,
  ) {}

  async execute({ input: { payoutId }, context }: RecordPlatformPayoutsCommand): Promise<void> {
    const { payouts } = this.stripeClient.required;
    if (payoutId) await this.record(await payouts.retrieve(payoutId), context);
    else
      for await (const payout of payouts.list({ limit: PAGE_SIZE }))
        await this.record(payout, context);
  }

  private async record(
    { id: payoutId, amount, status, failure_code, created }: Stripe.Payout,
    context: CommandContext,
  ): Promise<void> {
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
