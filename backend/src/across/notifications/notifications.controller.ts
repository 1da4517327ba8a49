import { notificationRoutes } from '@courtly/contracts/notifications';
import type { Input } from '@courtly/contracts/route';
import { Controller, Ip, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import {
  ChangeNotificationPreferencesCommand,
  MarkNotificationsReadCommand,
  UnsubscribeCommand,
} from './notifications.commands.js';
import { NotificationQueries } from './notifications.queries.js';

const {
  listNotices,
  unreadNotices,
  readNotices,
  noticePreferences,
  changeNoticePreferences,
  unsubscribe,
} = notificationRoutes;

@Controller()
export class NotificationsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly notificationQueries: NotificationQueries,
  ) {}

  @RouteHandler(listNotices)
  async listNotifications(
    @RouteInput() { query }: Input<typeof listNotices>,
    @CurrentUser() { id }: Actor,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    return sendPage(httpResponse, await this.notificationQueries.notificationPage(id, query));
  }

  @RouteHandler(unreadNotices)
  async countUnread(@CurrentUser() { id }: Actor) {
    return { unread: await this.notificationQueries.countUnread(id) };
  }

  @RouteHandler(readNotices)
  markRead(
    @RouteInput() { body }: Input<typeof readNotices>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(new MarkNotificationsReadCommand(body, commandContext));
  }

  @RouteHandler(noticePreferences)
  preferences(@CurrentUser() { id }: Actor) {
    return this.notificationQueries.preferences(id);
  }

  @RouteHandler(changeNoticePreferences)
  changePreferences(
    @RouteInput() { body }: Input<typeof changeNoticePreferences>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(new ChangeNotificationPreferencesCommand(body, commandContext));
  }

  @RouteHandler(unsubscribe)
  unsubscribe(
    @RouteInput() { params }: Input<typeof unsubscribe>,
    @CurrentContext() commandContext: CommandContext,
    @Ip() callerAddress: string,
  ) {
    return this.commandBus.execute(
      new UnsubscribeCommand({ token: params.token, address: callerAddress }, commandContext),
    );
  }
}
