import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { isDomainError } from '../../platform/kernel/domain-error.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { Streams } from '../../platform/kernel/streams.js';
import { AccountCalls } from './account-calls.service.js';
import type { AccountJobData } from './account-job.js';
import { type ConnectedAccount, canBePaid, payoutAccount } from './payout-account.js';

/**
 * Workers rarely read the same account at the same time. After the last read, the job is retried.
 */
const MAX_READS = 5;

/**
 * Creates the host's account if there is none. Returns a link to Stripe's onboarding or, if Stripe
 * needs nothing more, to its dashboard.
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

  /**
   * @throws DomainError forbidden if card payments are disabled; store_unavailable if Stripe is
   *   down
   */
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

/** Records the state of a host's account, and the payouts to the host's bank. */
export class ReadAccountCommand extends defineCommand<AccountJobData>() {}

@CommandHandler(ReadAccountCommand)
export class ReadAccountHandler implements ICommandHandler<ReadAccountCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly accountCalls: AccountCalls,
  ) {}

  /**
   * If another worker has recorded anything since this one read the stream, what this one read from
   * Stripe may be outdated, so it reads both again.
   * @throws DomainError conflict if that happens too often; StripeError
   */
  async execute({ input, context }: ReadAccountCommand): Promise<void> {
    const hostId = input.hostId ?? (await this.hostOf(input.accountId));
    if (hostId === null) return;
    for (let attempt = 1; ; attempt++)
      try {
        return await this.readAndRecord(hostId, input.accountId, context);
      } catch (error) {
        const isOvertaken = isDomainError(error, 'conflict');
        if (!isOvertaken || attempt === MAX_READS) throw error;
      }
  }

  private async hostOf(accountId: string | null): Promise<string | null> {
    return accountId === null ? null : (await this.accountCalls.readAccount(accountId)).hostId;
  }

  private async readAndRecord(
    hostId: string,
    namedAccountId: string | null,
    context: CommandContext,
  ): Promise<void> {
    const seen = await this.streams.load(payoutAccount, hostId);
    const accountId = seen ? seen.accountId : namedAccountId;
    if (accountId === null) return;
    const { account, bankPayouts } = await this.accountCalls.readAccount(accountId);
    await this.commandHandling.handle(
      payoutAccount,
      hostId,
      { type: 'RecordAccount', data: { hostId, account, bankPayouts, at: context.at, seen } },
      context,
    );
  }
}
