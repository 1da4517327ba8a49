import { UNREAD_MESSAGES } from '../bookings/unread-messages.js';
import { messageReportCommandHandlers } from './message-reports.commands.js';
import { messageCommandHandlers } from './messages.commands.js';
import { MessagesController } from './messages.controller.js';
import { MessageQueries } from './messages.queries.js';
import { UnreadInConversations } from './unread-messages.service.js';
import { conversationEvents } from './conversation.events.js';
import { conversations } from './conversations.projection.js';
import { defineSlice } from '../../platform/slice.js';

/** What players and hosts write to each other about their bookings. */
export const messages = defineSlice({
  name: 'messages',
  controllers: [MessagesController],
  providers: [
    ...messageCommandHandlers,
    ...messageReportCommandHandlers,
    MessageQueries,
    { provide: UNREAD_MESSAGES, useClass: UnreadInConversations },
  ],
  exports: [UNREAD_MESSAGES],
  events: [conversationEvents],
  projections: [conversations],
});
