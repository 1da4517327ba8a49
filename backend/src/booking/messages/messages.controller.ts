import { messageRoutes as routes } from '@courtly/contracts/messages';
import type { Input } from '@courtly/contracts/route';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Handles } from '../../platform/http/handles.js';
import { Caller, Given, Received } from '../../platform/http/request.js';
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

  @Handles(routes.showConversation)
  show(@Received() { params }: Input<typeof routes.showConversation>, @Caller() { id }: Actor) {
    return this.messages.ofBooking(params.bookingId, id);
  }

  @Handles(routes.sendMessage)
  send(
    @Received() { params, body }: Input<typeof routes.sendMessage>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(
      new SendMessageCommand({ bookingId: params.bookingId, text: body.text }, context),
    );
  }

  @Handles(routes.readMessages)
  read(
    @Received() { params, body }: Input<typeof routes.readMessages>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(
      new ReadMessagesCommand({ bookingId: params.bookingId, upTo: body.number }, context),
    );
  }

  @Handles(routes.reportMessage)
  report(
    @Received() { body }: Input<typeof routes.reportMessage>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(new ReportMessageCommand(body, context));
  }

  @Handles(routes.dismissMessageReport)
  dismiss(
    @Received() { body }: Input<typeof routes.dismissMessageReport>,
    @Given() context: CommandContext,
  ) {
    const { reason, ...message } = body;
    return this.commands.execute(
      new DismissMessageReportCommand({ message, because: reason }, context),
    );
  }

  @Handles(routes.removeMessage)
  remove(
    @Received() { params, body }: Input<typeof routes.removeMessage>,
    @Given() context: CommandContext,
  ) {
    const message = { bookingId: params.bookingId, number: body.number };
    return this.commands.execute(
      new RemoveMessageCommand({ message, because: body.reason }, context),
    );
  }
}
