import type {
  NotificationPreferences,
  ReadNotificationsBody,
  UnreadCount,
} from '@courtly/contracts/notifications';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { clientAddress } from '../../platform/http/client-address.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { notificationsToMark, unreadCount } from './notification-list.js';
import { monthlyMarksId, notificationMarks } from './notification-marks.js';
import { notificationPreferences } from './notification-preferences.js';
import { NotificationQueries } from './notifications.queries.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

export class MarkNotificationsReadCommand extends defineCommand<
  ReadNotificationsBody,
  CommandResult<UnreadCount>
>() {}

/** The event lists each id, so that a notification that arrives in the meantime remains unread. */
@CommandHandler(MarkNotificationsReadCommand)
export class MarkNotificationsReadHandler implements ICommandHandler<MarkNotificationsReadCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly notificationQueries: NotificationQueries,
  ) {}

  /** @throws DomainError not_found, store_unavailable */
  async execute({ input: selection, context }: MarkNotificationsReadCommand) {
    const userId = context.actor.id;
    const listedStates = await this.notificationQueries.listReadStates(userId);
    const noticeIds = notificationsToMark(listedStates, selection);
    const unreadAfter = unreadCount(listedStates.filter(({ _id }) => !noticeIds.includes(_id)));
    if (noticeIds.length === 0) return new CommandResult({ unread: unreadAfter }, null);
    const data = { userId, noticeIds, readAt: context.at };
    const { position } = await this.commandHandling.handle(
      notificationMarks,
      monthlyMarksId(userId, context.at),
      { type: 'MarkRead', data },
      context,
    );
    return new CommandResult({ unread: unreadAfter }, position);
  }
}

export class ChangeNotificationPreferencesCommand extends defineCommand<
  NotificationPreferences,
  CommandResult<NotificationPreferences>
>() {}

@CommandHandler(ChangeNotificationPreferencesCommand)
export class ChangeNotificationPreferencesHandler implements ICommandHandler<ChangeNotificationPreferencesCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError fair_use after too many changes in one day */
  async execute({ input: { mail }, context }: ChangeNotificationPreferencesCommand) {
    const userId = context.actor.id;
    const data = {
      userId,
      mail,
      changedAt: context.at,
      limits: this.config.policy,
    };
    const { state, position } = await this.commandHandling.handle(
      notificationPreferences,
      userId,
      { type: 'ChangePreferences', data },
      context,
    );
    return new CommandResult({ mail: state.mail }, position);
  }
}

/** High enough for mail services, which send many of these requests from few addresses. */
export const unsubscribesFromAddress: RateLimit = {
  name: 'unsubscribeFromAddress',
  points: 600,
  duration: 60 * 60,
};

/**
 * Unsubscribes through the link in an email. `address` is the caller's IP address, which is counted
 * as a hash.
 */
export class UnsubscribeCommand extends defineCommand<
  Readonly<{ token: string; address: string }>
>() {}

/** The response is the same even if the link is invalid, so that it reveals nothing. */
@CommandHandler(UnsubscribeCommand)
export class UnsubscribeHandler implements ICommandHandler<UnsubscribeCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly unsubscribeTokens: UnsubscribeTokens,
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /** @throws DomainError too_many_requests, store_unavailable */
  async execute({ input: { token, address }, context }: UnsubscribeCommand): Promise<void> {
    await this.rateLimits.consume(
      unsubscribesFromAddress,
      this.keyedHashes.hashOf('address', clientAddress({ ip: address })),
    );
    const subscription = this.unsubscribeTokens.readToken(token);
    if (!subscription) return;
    const { userId, kind } = subscription;
    await this.commandHandling.handle(
      notificationPreferences,
      userId,
      { type: 'SwitchOff', data: { userId, kind, changedAt: context.at } },
      context,
    );
  }
}
