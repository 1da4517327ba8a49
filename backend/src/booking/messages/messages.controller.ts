import { messageRoutes as routes } from '@courtly/contracts/messages';
import type { Input } from '@courtly/contracts/route';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ModerateMessageCommand, ReportMessageCommand } from './message-reports.commands.js';
import { ReadMessagesCommand, SendMessageCommand } from './messages.commands.js';
import { MessageQueries } from './messages.queries.js';

@Controller()
export class MessagesController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly messageQueries: MessageQueries,
  ) {}

  @RouteHandler(routes.showConversation)
  showConversation(
    @RouteInput() { params }: Input<typeof routes.showConversation>,
    @CurrentUser() { id: userId }: Actor,
  ) {
    return this.messageQueries.conversationOf(params.bookingId, userId);
  }

  @RouteHandler(routes.sendMessage)
  sendMessage(
    @RouteInput() { params, body }: Input<typeof routes.sendMessage>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new SendMessageCommand({ bookingId: params.bookingId, text: body.text }, commandContext),
    );
  }

  @RouteHandler(routes.readMessages)
  readMessages(
    @RouteInput() { params, body }: Input<typeof routes.readMessages>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ReadMessagesCommand({ bookingId: params.bookingId, upTo: body.number }, commandContext),
    );
  }

  @RouteHandler(routes.reportMessage)
  reportMessage(
    @RouteInput() { body }: Input<typeof routes.reportMessage>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(new ReportMessageCommand(body, commandContext));
  }

  @RouteHandler(routes.dismissMessageReport)
  dismissReport(
    @RouteInput() { body }: Input<typeof routes.dismissMessageReport>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { bookingId, number, reason: because } = body;
    return this.commandBus.execute(
      new ModerateMessageCommand(
        { type: 'DismissMessageReport', bookingId, number, because },
        commandContext,
      ),
    );
  }

  @RouteHandler(routes.removeMessage)
  removeMessage(
    @RouteInput() { params, body }: Input<typeof routes.removeMessage>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { number, reason: because } = body;
    return this.commandBus.execute(
      new ModerateMessageCommand(
        { type: 'RemoveMessage', bookingId: params.bookingId, number, because },
        commandContext,
      ),
    );
  }
}
