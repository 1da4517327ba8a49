import type {
  NotificationPreferences,
  ReadNotificationsBody,
  UnreadCount,
} from '@courtly/contracts/notifications';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { toMark, unreadIn } from './notification-list.js';
import { marksOf, noticeMarks } from './notification-marks.js';
import { noticePreferences } from './notification-preferences.js';
import { NoticeQueries } from './notifications.queries.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

/** Marks notices of the caller as read. */
export class MarkNoticesReadCommand extends defineCommand<
  ReadNotificationsBody,
  CommandResult<UnreadCount>
>() {}

/** The event names each notice, as the read model showed them: one that came meanwhile stays unread. */
@CommandHandler(MarkNoticesReadCommand)
export class MarkNoticesReadHandler implements ICommandHandler<MarkNoticesReadCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly notices: NoticeQueries,
  ) {}

  /** @throws DomainError not_found; store_unavailable */
  async execute({
    input: wanted,
    context,
  }: MarkNoticesReadCommand): Promise<CommandResult<UnreadCount>> {
    const userId = context.actor.id;
    const list = await this.notices.list(userId);
    const noticeIds = toMark(list, wanted);
    const unread = unreadIn(list.filter(({ _id }) => !noticeIds.includes(_id)));
    if (noticeIds.length === 0) return new CommandResult({ unread }, null);
    const data = { userId, noticeIds, readAt: context.at };
    const id = marksOf(userId, context.at);
    const { position } = await this.commands.handle(
      noticeMarks,
      id,
      { type: 'MarkRead', data },
      context,
    );
    return new CommandResult({ unread }, position);
  }
}

/** Sets which kinds of mail the caller gets. */
export class ChangeNoticePreferencesCommand extends defineCommand<
  NotificationPreferences,
  CommandResult<NotificationPreferences>
>() {}

@CommandHandler(ChangeNoticePreferencesCommand)
export class ChangeNoticePreferencesHandler implements ICommandHandler<ChangeNoticePreferencesCommand> {
  constructor(
    private readonly commands: CommandHandling,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError fair_use after too many changes on one day */
  async execute({
    input: wanted,
    context,
  }: ChangeNoticePreferencesCommand): Promise<CommandResult<NotificationPreferences>> {
    const userId = context.actor.id;
    const data = { userId, mail: wanted.mail, changedAt: context.at, limits: this.config.policy };
    const command = { type: 'ChangePreferences', data } as const;
    const { state, position } = await this.commands.handle(
      noticePreferences,
      userId,
      command,
      context,
    );
    return new CommandResult({ mail: state.mail }, position);
  }
}

/** Mail services send many of these from few addresses. */
export const unsubscribesFromAddress: RateLimit = {
  name: 'unsubscribeFromAddress',
  points: 600,
  duration: 60 * 60,
};

/** Switches one kind of mail off by the link of a mail. `address` is the IP address of the caller; it is counted as a hash. */
export class UnsubscribeCommand extends defineCommand<
  Readonly<{ token: string; address: string }>
>() {}

/** Whether the link was good is told to nobody: who holds it wants no more mail either way. */
@CommandHandler(UnsubscribeCommand)
export class UnsubscribeHandler implements ICommandHandler<UnsubscribeCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly tokens: UnsubscribeTokens,
    private readonly attempts: RateLimits,
    private readonly hashes: KeyedHashes,
  ) {}

  /** @throws DomainError too_many_requests; store_unavailable */
  async execute({ input: { token, address }, context }: UnsubscribeCommand): Promise<void> {
    await this.attempts.consume(unsubscribesFromAddress, this.hashes.hashOf('address', address));
    const subscription = this.tokens.read(token);
    if (!subscription) return;
    const { userId, kind } = subscription;
    const data = { userId, kind, changedAt: context.at };
    await this.commands.handle(noticePreferences, userId, { type: 'SwitchOff', data }, context);
  }
}
