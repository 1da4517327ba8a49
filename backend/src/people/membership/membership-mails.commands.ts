import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { person } from '../identity/person.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { type Told, membershipLetter, renewalLetter } from './membership-emails.js';
import { membership } from './membership.js';

/** What happened to somebody's membership, and when (UTC). */
export type News = Told & Readonly<{ userId: string; at: string }>;

/** Tells somebody by mail what became of their membership. */
export class TellOfMembershipCommand extends defineCommand<News>() {}

@CommandHandler(TellOfMembershipCommand)
export class TellOfMembershipHandler implements ICommandHandler<TellOfMembershipCommand> {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_OUTBOX) private readonly mails: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ input: news, context }: TellOfMembershipCommand): Promise<void> {
    // Whoever follows the log anew comes by what was told long ago.
    if (Date.parse(context.at) - Date.parse(news.at) > DAY_MS) return;
    await this.mails.sendOnce(context.commandId, async () => {
      const reader = await this.streams.load(person, news.userId);
      return reader?.email ? membershipLetter(reader, news, this.config.PUBLIC_URL) : null;
    });
  }
}

/** Reminds a founding member that their year ends at `until` (UTC). */
export class RemindOfRenewalCommand extends defineCommand<
  Readonly<{ userId: string; until: string }>
>() {}

@CommandHandler(RemindOfRenewalCommand)
export class RemindOfRenewalHandler implements ICommandHandler<RemindOfRenewalCommand> {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_OUTBOX) private readonly mails: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Who has renewed since, or is a member no more, is not reminded. */
  async execute({ input: { userId, until }, context }: RemindOfRenewalCommand): Promise<void> {
    await this.mails.sendOnce(context.commandId, async () => {
      const known = await this.streams.load(membership, userId);
      if (known?.term?.until !== until || until <= context.at || known.founderNumber === null)
        return null;
      const reader = await this.streams.load(person, userId);
      const { policy, PUBLIC_URL } = this.config;
      if (!reader?.email) return null;
      return renewalLetter(
        reader,
        known.founderNumber,
        until,
        policy.elite.foundingCents,
        PUBLIC_URL,
      );
    });
  }
}
