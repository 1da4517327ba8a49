import { messageRoutes as routes } from '@courtly/contracts/messages';
import type { Input } from '@courtly/contracts/route';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import {
  DismissMessageReportCommand,
  RemoveMessageCommand,
  ReportMessageCommand,
} from './message-reports.commands.js';
import { ReadMessagesCommand, SendMessageCommand } from './messages.commands.js';
import { MessageQueries } from './messages.queries.js';

@Controller()
export class MessagesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly messages: MessageQueries,
  ) {}

  @RouteHandler(routes.showConversation)
  show(
    @RouteInput() { params }: Input<typeof routes.showConversation>,
    @CurrentUser() { id }: Actor,
  ) {
    return this.messages.ofBooking(params.bookingId, id);
  }

  @RouteHandler(routes.sendMessage)
  send(
    @RouteInput() { params, body }: Input<typeof routes.sendMessage>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(
      new SendMessageCommand({ bookingId: params.bookingId, text: body.text }, context),
    );
  }

  @RouteHandler(routes.readMessages)
  read(
    @RouteInput() { params, body }: Input<typeof routes.readMessages>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(
      new ReadMessagesCommand({ bookingId: params.bookingId, upTo: body.number }, context),
    );
  }

  @RouteHandler(routes.reportMessage)
  report(
    @RouteInput() { body }: Input<typeof routes.reportMessage>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(new ReportMessageCommand(body, context));
  }

  @RouteHandler(routes.dismissMessageReport)
  dismiss(
    @RouteInput() { body }: Input<typeof routes.dismissMessageReport>,
    @CurrentContext() context: CommandContext,
  ) {
    const { reason, ...message } = body;
    return this.commands.execute(
      new DismissMessageReportCommand({ message, because: reason }, context),
    );
  }

  @RouteHandler(routes.removeMessage)
  remove(
    @RouteInput() { params, body }: Input<typeof routes.removeMessage>,
    @CurrentContext() context: CommandContext,
  ) {
    const message = { bookingId: params.bookingId, number: body.number };
    return this.commands.execute(
      new RemoveMessageCommand({ message, because: body.reason }, context),
    );
  }
}
