import { Global, Module } from '@nestjs/common';
import { UNREAD_MESSAGES } from '../bookings/unread-messages.js';
import { messageReportCommandHandlers } from './message-reports.commands.js';
import { messageCommandHandlers } from './messages.commands.js';
import { MessagesController } from './messages.controller.js';
import { MessageQueries } from './messages.queries.js';
import { UnreadInConversations } from './unread-messages.service.js';

/** What players and hosts write to each other about their bookings. */
@Global()
@Module({
  controllers: [MessagesController],
  providers: [
    ...messageCommandHandlers,
    ...messageReportCommandHandlers,
    MessageQueries,
    { provide: UNREAD_MESSAGES, useClass: UnreadInConversations },
  ],
  exports: [UNREAD_MESSAGES],
})
export class MessagesModule {}
