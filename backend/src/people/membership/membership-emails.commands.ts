import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { person } from '../identity/person.js';
import { Streams } from '../../platform/kernel/streams.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { paymentReturnOf } from './membership-payments.js';
import {
  type MembershipNews,
  isStillNews,
  membershipEmail,
  renewalReminderEmail,
} from './membership-emails.js';
import { membership } from './membership.js';
import { paidUntilAt } from './membership-tier.js';
import { foundingPriceCents } from './membership-view.js';

export type MemberNews = MembershipNews & Readonly<{ userId: string }>;

export class SendMembershipEmailCommand extends defineCommand<MemberNews>() {}

@CommandHandler(SendMembershipEmailCommand)
export class SendMembershipEmailHandler implements ICommandHandler<SendMembershipEmailCommand> {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: memberNews, context }: SendMembershipEmailCommand): Promise<void> {
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const recipient = await this.streams.load(person, memberNews.userId);
      if (!recipient?.email) return null;
      const member = await this.streams.load(membership, memberNews.userId);
      if (!isStillNews(memberNews, member)) return null;
      const paidBy = 'paidBy' in memberNews ? memberNews.paidBy : undefined;
      return membershipEmail(recipient, memberNews, this.config.PUBLIC_URL, {
        paymentReturn: paidBy && member ? paymentReturnOf(member, paidBy) : null,
        paidUntil: paidUntilAt(member, context.at),
      });
    });
  }
}

export class SendRenewalReminderCommand extends defineCommand<
  Readonly<{ userId: string; until: string }>
>() {}

@CommandHandler(SendRenewalReminderCommand)
export class SendRenewalReminderHandler implements ICommandHandler<SendRenewalReminderCommand> {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Skips people who have renewed in the meantime or are no longer members.
   * @throws Error if the email could not be sent; PermanentFailure if a retry cannot help
   */
  async execute({ input: { userId, until }, context }: SendRenewalReminderCommand): Promise<void> {
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const existing = await this.streams.load(membership, userId);
      if (existing?.term?.until !== until || until <= context.at || existing.founderNumber === null)
        return null;
      const recipient = await this.streams.load(person, userId);
      const { policy, PUBLIC_URL } = this.config;
      const priceCents = foundingPriceCents(existing, policy.elite);
      return recipient?.email
        ? renewalReminderEmail(recipient, existing.founderNumber, until, priceCents, PUBLIC_URL)
        : null;
    });
  }
}
