import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { PERSON_KEYS, type PersonKeys, personKeyOf } from '../../platform/kernel/personal-data.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Email } from '../../platform/mail/email-body.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { EmailAddresses } from '../../platform/mail/email-addresses.service.js';
import { type Application, applicationIn, applications } from './application.js';
import {
  type Applicant,
  applicationApprovedEmail,
  applicationReceivedEmail,
  applicationRejectedEmail,
} from './application-emails.js';
import { ApplicationTokens } from './application-tokens.service.js';

/** The job data of an application email. `at` is UTC. */
export type ApplicationStatusChange = Readonly<{
  applicant: string;
  applicationId: string;
  status: Application['status'];
  at: string;
}>;

export class SendApplicationEmailCommand extends defineCommand<ApplicationStatusChange>() {}

@CommandHandler(SendApplicationEmailCommand)
export class SendApplicationEmailHandler implements ICommandHandler<SendApplicationEmailCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly applicationTokens: ApplicationTokens,
    @Inject(PERSON_KEYS) private readonly personKeys: PersonKeys,
    private readonly emailAddresses: EmailAddresses,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws UnreadableKey while the key is damaged, because the email would count as sent */
  async execute({ input: statusChange, context }: SendApplicationEmailCommand): Promise<void> {
    const { applicationId } = statusChange;
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      personKeyOf(await this.personKeys.find([applicationId]), applicationId);
      const application = applicationIn(
        await this.streams.load(applications, statusChange.applicant),
        applicationId,
      );
      if (!application.email || application.status === 'withdrawn') return null;
      const refusalLinks = await this.emailAddresses.refusalLinks(application.email);
      return refusalLinks && this.emailAbout({ ...application, refusalLinks }, statusChange);
    });
  }

  private emailAbout(
    application: Application & Applicant,
    { status, at }: ApplicationStatusChange,
  ): Email {
    const { PUBLIC_URL, policy } = this.config;
    if (status === 'pending') return applicationReceivedEmail(application, policy.reviewHours);
    if (status === 'rejected')
      return applicationRejectedEmail(application, application.review?.reason ?? '', PUBLIC_URL);
    if (!application.isClaimed)
      return applicationApprovedEmail(
        application,
        `${PUBLIC_URL}/invited?token=${this.applicationTokens.issueToken(application, at)}`,
      );
    return applicationApprovedEmail(
      application,
      PUBLIC_URL + (application.kind === 'host' ? '/owner/courts' : '/elite'),
    );
  }
}
