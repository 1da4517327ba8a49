import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { Streams } from '../../platform/kernel/streams.js';
import { AccountCalls } from './account-calls.service.js';
import type { AccountJobData } from './account-job.js';
import { type ConnectedAccount, canBePaid, payoutAccount } from './payout-account.js';

/**
 * Creates the host's account if there is none. Returns a link to Stripe's onboarding or, if Stripe
 * needs nothing, to its dashboard.
 */
export class OpenPayoutAccountCommand extends defineCommand<
  object,
  CommandResult<{ url: string }>
>() {}

@CommandHandler(OpenPayoutAccountCommand)
export class OpenPayoutAccountHandler implements ICommandHandler<OpenPayoutAccountCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly accountCalls: AccountCalls,
  ) {}

  /** @throws DomainError forbidden without card payments; store_unavailable if Stripe is down */
  async execute({ context }: OpenPayoutAccountCommand): Promise<CommandResult<{ url: string }>> {
    const hostId = context.actor.id;
    let connectedAccount: ConnectedAccount | null = await this.streams.load(payoutAccount, hostId);
    let position: string | null = null;
    if (!connectedAccount) {
      const account = await this.accountCalls.createAccount(hostId);
      ({ state: connectedAccount, position } = await this.commandHandling.handle(
        payoutAccount,
        hostId,
        { type: 'RecordAccount', data: { hostId, account, bankPayouts: [], at: context.at } },
        context,
      ));
    }
    const { accountId, currentlyDue } = connectedAccount!;
    const url = await (canBePaid(connectedAccount) && currentlyDue.length === 0
      ? this.accountCalls.createDashboardLink(accountId)
      : this.accountCalls.createOnboardingLink(accountId));
    return new CommandResult({ url }, position);
  }
}

/** Records the state of a host's account and the payouts to the host's bank. */
export class ReadAccountCommand extends defineCommand<AccountJobData>() {}

@CommandHandler(ReadAccountCommand)
export class ReadAccountHandler implements ICommandHandler<ReadAccountCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly accountCalls: AccountCalls,
  ) {}

  async execute({ input, context }: ReadAccountCommand): Promise<void> {
    const existing = input.hostId && (await this.streams.load(payoutAccount, input.hostId));
    const accountId = existing ? existing.accountId : input.accountId;
    if (accountId === null) return;
    const { account, bankPayouts, ...reading } = await this.accountCalls.readAccount(accountId);
    const hostId = input.hostId ?? reading.hostId;
    if (hostId === null) return;
    await this.commandHandling.handle(
      payoutAccount,
      hostId,
      { type: 'RecordAccount', data: { hostId, account, bankPayouts, at: context.at } },
      context,
    );
  }
}
