import type { ApplicationLink } from '@courtly/contracts/applications';
import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { type RateLimit, RateLimits } from '../../platform/http/rate-limits.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { ApplicantEmails } from './applicant-emails.service.js';
import { linkDeadlines, linkDeadlinesUntil } from './application.events.js';
import { applications } from './application.js';
import { applications as applicationList } from './applications.projection.js';
import { HostApprovals } from './host-approvals.service.js';

export class RenewApplicationLinkCommand extends defineCommand<
  Readonly<{ applicationId: string; isOrderedByHost: boolean }>,
  CommandResult<ApplicationLink>
>() {}

/** A process then emails the new link. */
@CommandHandler(RenewApplicationLinkCommand)
export class RenewApplicationLinkHandler implements ICommandHandler<RenewApplicationLinkCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly readModels: ReadModels,
    private readonly applicantEmails: ApplicantEmails,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found, or wrong_status if it is not approved, was already claimed, or
   *   its applicant refused all emails
   */
  async execute({ input, context }: RenewApplicationLinkCommand) {
    const { applicationId, isOrderedByHost } = input;
    const application = await this.readModels.read(applicationList, (collection) =>
      collection.findOne({ _id: applicationId }),
    );
    if (!application) throw notFound('application');
    const { status, email } = application;
    if (!(await this.applicantEmails.takesLink(email)))
      throw new DomainError(
        'wrong_status',
        "The holder of this address asked us not to email it, so we can't send a link.",
        { status },
      );
    const deadlines =
      isOrderedByHost && application.eraseAt
        ? linkDeadlinesUntil(application.eraseAt, context.at)
        : linkDeadlines(context.at, this.config.policy.retention);
    const data = {
      applicationId,
      ...deadlines,
      renewedBy: context.actor.id,
      renewedAt: context.at,
    };
    const { position } = await this.commandHandling.handle(
      applications,
      application.applicant,
      { type: 'RenewLink', data },
      context,
    );
    return new CommandResult({ expiresAt: deadlines.linkExpiresAt }, position);
  }
}

/** Emails with a new link that a host orders. */
const linksOfHost: RateLimit = { name: 'applicationLinksOfHost', points: 3, duration: 60 * 60 };

export class RenewOwnHostLinkCommand extends defineCommand<
  Readonly<Record<string, never>>,
  CommandResult<ApplicationLink>
>() {}

@CommandHandler(RenewOwnHostLinkCommand)
export class RenewOwnHostLinkHandler implements ICommandHandler<RenewOwnHostLinkCommand> {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly hostApprovals: HostApprovals,
    private readonly rateLimits: RateLimits,
  ) {}

  /**
   * @throws DomainError not_found without an approved application, wrong_status, too_many_requests
   */
  async execute({ context }: RenewOwnHostLinkCommand): Promise<CommandResult<ApplicationLink>> {
    const applicationId = await this.hostApprovals.applicationToClaim(context.actor.id);
    await this.rateLimits.consume(linksOfHost, context.actor.id);
    const renewal = { applicationId, isOrderedByHost: true };
    return this.commandBus.execute(new RenewApplicationLinkCommand(renewal, context));
  }
}
