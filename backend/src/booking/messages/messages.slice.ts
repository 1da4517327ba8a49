import { messageReportCommandHandlers } from './message-reports.commands.js';
import { messageCommandHandlers } from './messages.commands.js';
import { MessagesController } from './messages.controller.js';
import { MessageQueries } from './messages.queries.js';
import { conversationEvents } from './conversation.events.js';
import { conversations } from './conversations.projection.js';
import { defineSlice } from '../../platform/slice.js';

export const messages = defineSlice({
  name: 'messages',
  controllers: [MessagesController],
  providers: [...messageCommandHandlers, ...messageReportCommandHandlers, MessageQueries],
  events: [conversationEvents],
  projections: [conversations],
});
