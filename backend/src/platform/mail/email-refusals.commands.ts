import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { clientAddress } from '../http/client-address.js';
import { RateLimits, type RateLimit } from '../http/rate-limits.js';
import { CommandHandling } from '../kernel/command-handling.js';
import { defineCommand } from '../kernel/command.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { emailAddress } from './email-address.js';
import { EmailAddresses } from './email-addresses.service.js';

/** High enough for mail services, which send many of these requests from few addresses. */
export const refusalsFromAddress: RateLimit = {
  name: 'emailRefusals',
  points: 600,
  duration: 60 * 60,
};

/** `ipAddress` is the caller's, which is counted as a hash. */
export class RefuseEmailsCommand extends defineCommand<
  Readonly<{ token: string; ipAddress: string }>
>() {}

/** The response is the same even if the link is invalid, so that it reveals nothing. */
@CommandHandler(RefuseEmailsCommand)
export class RefuseEmailsHandler implements ICommandHandler<RefuseEmailsCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly emailAddresses: EmailAddresses,
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /** @throws DomainError too_many_requests, store_unavailable */
  async execute({ input: { token, ipAddress }, context }: RefuseEmailsCommand): Promise<void> {
    await this.rateLimits.consume(
      refusalsFromAddress,
      this.keyedHashes.hashOf('address', clientAddress({ ip: ipAddress })),
    );
    const addressHash = this.emailAddresses.hashInToken(token);
    if (!addressHash) return;
    await this.commandHandling.handle(
      emailAddress,
      addressHash,
      { type: 'RefuseEmails', data: { addressHash, refusedAt: context.at } },
      context,
    );
  }
}

/** Turns emails to an address back on. `reference` is where to find its holder's request. */
export class ReinstateEmailCommand extends defineCommand<
  Readonly<{ email: string; reference: string }>,
  Readonly<{ hadRefused: boolean; hadBounced: boolean }>
>() {}

@CommandHandler(ReinstateEmailCommand)
export class ReinstateEmailHandler implements ICommandHandler<ReinstateEmailCommand> {
  constructor(private readonly emailAddresses: EmailAddresses) {}

  /** Refuses nothing. */
  async execute({ input: { email, reference }, context }: ReinstateEmailCommand) {
    const hadBounced = (await this.emailAddresses.bouncedAt(email)) !== null;
    await this.emailAddresses.reinstate(email, context);
    return {
      hadBounced,
      hadRefused: await this.emailAddresses.endRefusal(email, reference, context),
    };
  }
}
