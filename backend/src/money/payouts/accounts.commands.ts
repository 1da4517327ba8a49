import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { Streams } from '../../platform/kernel/streams.js';
import { AccountCalls } from './account-calls.service.js';
import { type ConnectedAccount, payoutAccount } from './payout-account.js';

/** Opens the host's account if there is none. Returns Stripe's onboarding page or, later, dashboard. */
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
      const command = recordAccount(
        hostId,
        await this.accountCalls.createAccount(hostId),
        context.at,
      );
      ({ state: connectedAccount, position } = await this.commandHandling.handle(
        payoutAccount,
        hostId,
        command,
        context,
      ));
    }
    const { accountId, transfers } = connectedAccount!;
    const url = await (transfers === 'active'
      ? this.accountCalls.createDashboardLink(accountId)
      : this.accountCalls.createOnboardingLink(accountId));
    return new CommandResult({ url }, position);
  }
}

/** Records the state of a host's account. `accountId` is for an account not recorded yet. */
export class ReadAccountCommand extends defineCommand<
  Readonly<{ hostId: string; accountId: string | null }>
>() {}

@CommandHandler(ReadAccountCommand)
export class ReadAccountHandler implements ICommandHandler<ReadAccountCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly accountCalls: AccountCalls,
  ) {}

  async execute({ input: { hostId, accountId }, context }: ReadAccountCommand): Promise<void> {
    const existing = await this.streams.load(payoutAccount, hostId);
    const knownAccountId = existing?.accountId ?? accountId;
    if (knownAccountId === null) return;
    const command = recordAccount(
      hostId,
      await this.accountCalls.readAccount(knownAccountId),
      context.at,
    );
    await this.commandHandling.handle(payoutAccount, hostId, command, context);
  }
}

const recordAccount = (hostId: string, connectedAccount: ConnectedAccount, recordedAt: string) =>
  ({ type: 'RecordAccount', data: { hostId, account: connectedAccount, at: recordedAt } }) as const;
