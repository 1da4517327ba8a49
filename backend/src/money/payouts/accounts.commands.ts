import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { Streams } from '../../platform/kernel/streams.js';
import { AccountCalls } from './account-calls.service.js';
import { type Account, payoutAccount } from './payout-account.js';

/** Opens the caller's account where there is none yet, and answers the page on which its owner tells Stripe about it. */
export class OpenPayoutAccountCommand extends defineCommand<
  object,
  CommandResult<{ url: string }>
>() {}

@CommandHandler(OpenPayoutAccountCommand)
export class OpenPayoutAccountHandler implements ICommandHandler<OpenPayoutAccountCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly stripe: AccountCalls,
  ) {}

  /** @throws DomainError forbidden where nothing is paid by card, store_unavailable where Stripe does not answer */
  async execute({ context }: OpenPayoutAccountCommand): Promise<CommandResult<{ url: string }>> {
    const hostId = context.actor.id;
    let account: Account | null = await this.streams.load(payoutAccount, hostId);
    let position: string | null = null;
    if (!account) {
      const command = noteAccount(hostId, await this.stripe.create(hostId), context.at);
      ({ state: account, position } = await this.commands.handle(
        payoutAccount,
        hostId,
        command,
        context,
      ));
    }
    return new CommandResult({ url: await this.stripe.link(account!.accountId) }, position);
  }
}

/** Notes what Stripe says of a host's account now; `accountId` names it where it was made and not noted. */
export class ReadAccountCommand extends defineCommand<
  Readonly<{ hostId: string; accountId: string | null }>
>() {}

@CommandHandler(ReadAccountCommand)
export class ReadAccountHandler implements ICommandHandler<ReadAccountCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly stripe: AccountCalls,
  ) {}

  async execute({ input: { hostId, accountId }, context }: ReadAccountCommand): Promise<void> {
    const known = await this.streams.load(payoutAccount, hostId);
    const id = known?.accountId ?? accountId;
    if (id === null) return;
    const command = noteAccount(hostId, await this.stripe.read(id), context.at);
    await this.commands.handle(payoutAccount, hostId, command, context);
  }
}

const noteAccount = (hostId: string, account: Account, at: string) =>
  ({ type: 'NoteAccount', data: { hostId, account, at } }) as const;
