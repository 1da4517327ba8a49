import type { EmailOutcome } from '@courtly/contracts/applications';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, systemContext } from '../../platform/kernel/context.js';
import { PERSON_KEYS, type PersonKeys, personKeyOf } from '../../platform/kernel/personal-data.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Email } from '../../platform/mail/email-body.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { EmailAddresses } from '../../platform/mail/email-addresses.service.js';
import type { UnsubscribeLinks } from '../../platform/mail/email-preferences.js';
import { ApplicantEmails } from './applicant-emails.service.js';
import { type Application, applicationIn, applications } from './application.js';
import {
  type Applicant,
  applicationApprovedEmail,
  applicationReceivedEmail,
  applicationRejectedEmail,
} from './application-emails.js';
import { ApplicationTokens } from './application-tokens.service.js';

/** The job data of an application email. */
export type ApplicationStatusChange = Readonly<{
  applicant: string;
  applicationId: string;
  status: Exclude<Application['status'], 'withdrawn'>;
}>;

export class SendApplicationEmailCommand extends defineCommand<ApplicationStatusChange>() {}

@CommandHandler(SendApplicationEmailCommand)
export class SendApplicationEmailHandler implements ICommandHandler<SendApplicationEmailCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly applicationTokens: ApplicationTokens,
    @Inject(PERSON_KEYS) private readonly personKeys: PersonKeys,
    private readonly emailAddresses: EmailAddresses,
    private readonly applicantEmails: ApplicantEmails,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws UnreadableKey while the key is damaged, because the email would count as sent */
  async execute({ input: statusChange, context }: SendApplicationEmailCommand): Promise<void> {
    const { applicationId } = statusChange;
    const writeEmail = async () => {
      personKeyOf(await this.personKeys.find([applicationId]), applicationId);
      const application = applicationIn(
        await this.streams.load(applications, statusChange.applicant),
        applicationId,
      );
      const { email, status, erasure } = application;
      if (!email || status === 'withdrawn' || erasure !== 'none') return null;
      const refusalLinks = await this.emailAddresses.refusalLinks(email);
      if (refusalLinks)
        return this.emailAbout({ ...application, refusalLinks }, statusChange.status);
      return statusChange.status === 'approved' && (await this.applicantEmails.isOfAccount(email))
        ? this.approvedEmail({ ...application, refusalLinks })
        : null;
    };
    const outcome = await this.emailOutbox
      .sendOnce(context.commandId, writeEmail)
      .catch(async (error: unknown) => {
        await this.record(statusChange, 'failed', context);
        throw error;
      });
    if (outcome !== 'skipped') await this.record(statusChange, outcome, context);
  }

  /** A retry records another outcome under another command id. */
  private async record(
    { applicant, applicationId, status }: ApplicationStatusChange,
    outcome: EmailOutcome,
    { commandId, at }: CommandContext,
  ): Promise<void> {
    const data = { applicationId, about: status, outcome, emailedAt: at };
    await this.commandHandling.handle(
      applications,
      applicant,
      { type: 'RecordEmail', data },
      systemContext(`${commandId} ${outcome}`, at),
    );
  }

  private emailAbout(
    application: Application & Applicant & Readonly<{ refusalLinks: UnsubscribeLinks }>,
    status: ApplicationStatusChange['status'],
  ): Email {
    const { PUBLIC_URL, policy } = this.config;
    const { applicationTokens } = this;
    const erasureToken = applicationTokens.issueErasureToken(application);
    const erasureUrl = `${PUBLIC_URL}/application-deletion?token=${erasureToken}`;
    if (status === 'pending')
      return applicationReceivedEmail(application, policy.reviewHours, erasureUrl);
    if (status === 'rejected')
      return applicationRejectedEmail(
        application,
        { reason: application.review?.reason ?? '', keepUntil: application.eraseAt },
        { publicUrl: PUBLIC_URL, erasureUrl },
      );
    return this.approvedEmail(application);
  }

  private approvedEmail(application: Application & Applicant): Email {
    const { PUBLIC_URL } = this.config;
    const { applicationTokens } = this;
    const { isClaimed, linkExpiresAt, kind } = application;
    if (isClaimed || linkExpiresAt === null)
      return applicationApprovedEmail(
        application,
        PUBLIC_URL + (kind === 'host' ? '/owner/courts' : '/elite'),
      );
    const erasureToken = applicationTokens.issueErasureToken(application);
    const erasureUrl = `${PUBLIC_URL}/application-deletion?token=${erasureToken}`;
    const claimToken = applicationTokens.issueToken(application, linkExpiresAt);
    return applicationApprovedEmail(application, `${PUBLIC_URL}/invited?token=${claimToken}`, {
      linkExpiresAt,
      erasureUrl,
    });
  }
}
