import { noticeRoutes } from '@courtly/contracts/notices';
import type { Input } from '@courtly/contracts/route';
import { Controller, Ip, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { Handles } from '../../platform/http/handles.js';
import { itemsOf } from '../../platform/http/paging.js';
import { Caller, Given, Received } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import {
  ChangeNoticePreferencesCommand,
  MarkNoticesReadCommand,
  UnsubscribeCommand,
} from './notifications.commands.js';
import { NoticeQueries } from './notifications.queries.js';

const {
  listNotices,
  unreadNotices,
  readNotices,
  noticePreferences,
  changeNoticePreferences,
  unsubscribe,
} = noticeRoutes;

@Controller()
export class NoticesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly notices: NoticeQueries,
  ) {}

  @Handles(listNotices)
  async list(
    @Received() { query }: Input<typeof listNotices>,
    @Caller() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.notices.page(id, query));
  }

  @Handles(unreadNotices)
  async unread(@Caller() { id }: Actor) {
    return { unread: await this.notices.unread(id) };
  }

  @Handles(readNotices)
  read(@Received() { body }: Input<typeof readNotices>, @Given() context: CommandContext) {
    return this.commands.execute(new MarkNoticesReadCommand(body, context));
  }

  @Handles(noticePreferences)
  preferences(@Caller() { id }: Actor) {
    return this.notices.preferences(id);
  }

  @Handles(changeNoticePreferences)
  changePreferences(
    @Received() { body }: Input<typeof changeNoticePreferences>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(new ChangeNoticePreferencesCommand(body, context));
  }

  @Handles(unsubscribe)
  unsubscribe(
    @Received() { params }: Input<typeof unsubscribe>,
    @Given() context: CommandContext,
    @Ip() address: string,
  ) {
    return this.commands.execute(new UnsubscribeCommand({ token: params.token, address }, context));
  }
}
