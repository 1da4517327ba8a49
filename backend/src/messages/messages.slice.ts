import type { Slice } from '../slice.js';
import { conversationEvents } from './conversation.events.js';
import { conversations } from './conversations.projection.js';
import { MessagesModule } from './messages.module.js';

export const messages: Slice = {
  name: 'messages',
  module: MessagesModule,
  events: [conversationEvents],
  projections: [conversations],
};
