import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Email } from '../../platform/mail/email-body.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { type Application, applications } from './application.js';
import { approvedLetter, receivedLetter, rejectedLetter } from './application-emails.js';
import { ApplicationTokens } from './application-tokens.service.js';

/** What happened to an application, and when (UTC). */
export type ApplicationNews = Readonly<{
  applicant: string;
  applicationId: string;
  status: Application['status'];
  at: string;
}>;

/** Tells an applicant what became of their application. */
export class TellApplicantCommand extends defineCommand<ApplicationNews>() {}

@CommandHandler(TellApplicantCommand)
export class TellApplicantHandler implements ICommandHandler<TellApplicantCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly tokens: ApplicationTokens,
    @Inject(EMAIL_OUTBOX) private readonly mails: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ input: news, context }: TellApplicantCommand): Promise<void> {
    // Whoever follows the log anew comes by what was told long ago.
    if (Date.parse(context.at) - Date.parse(news.at) > DAY_MS) return;
    await this.mails.sendOnce(context.commandId, async () => {
      const known = await this.streams.load(applications, news.applicant);
      const application = known.find(({ applicationId }) => applicationId === news.applicationId);
      if (!application?.email || application.status === 'withdrawn') return null;
      return this.letter(application, news);
    });
  }

  private letter(application: Application, { status, at }: ApplicationNews): Email {
    const { PUBLIC_URL, policy } = this.config;
    if (status === 'pending') return receivedLetter(application, policy.reviewHours);
    if (status === 'rejected')
      return rejectedLetter(application, application.review?.reason ?? '', PUBLIC_URL);
    if (!application.isClaimed)
      return approvedLetter(
        application,
        `${PUBLIC_URL}/invited?token=${this.tokens.of(application, at)}`,
      );
    return approvedLetter(
      application,
      PUBLIC_URL + (application.kind === 'host' ? '/owner/courts' : '/elite'),
    );
  }
}
