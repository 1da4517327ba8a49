import { defineSlice } from '../../platform/slice.js';
import { conversationEvents } from './conversation.events.js';
import { conversations } from './conversations.projection.js';
import { ModerateMessageHandler, ReportMessageHandler } from './message-reports.commands.js';
import { ReadMessagesHandler, SendMessageHandler } from './messages.commands.js';
import { MessagesController } from './messages.controller.js';
import { MessageQueries } from './messages.queries.js';

export const messages = defineSlice({
  name: 'messages',
  controllers: [MessagesController],
  providers: [
    SendMessageHandler,
    ReadMessagesHandler,
    ReportMessageHandler,
    ModerateMessageHandler,
    MessageQueries,
  ],
  events: [conversationEvents],
  projections: [conversations],
});
