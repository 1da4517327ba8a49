import type { BookingSide } from '@courtly/contracts/bookings';
import { MOST_MESSAGES } from '@courtly/contracts/messages';
import type { ReportReason } from '@courtly/contracts/reviews';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { BookingParties } from '../bookings/booking.events.js';
import type { ConversationEvent } from './conversation.events.js';

type EventData<T extends ConversationEvent['type']> = Extract<
  ConversationEvent,
  { type: T }
>['data'];
type SentData = EventData<'MessageSent'>;
type ConversationFields = Pick<SentData, 'bookingId' | 'courtId' | 'hostId' | 'playerId'>;
type BookedHour = Pick<SentData, 'startTime' | 'endTime' | 'zone'>;

export type MessageReport = Readonly<{
  by: string;
  reason: ReportReason;
  words: string;
  at: string;
}>;

/**
 * `report` is waiting for an admin; `isReported` remains after the decision. `text` is empty after
 * erasure.
 */
export type SentMessage = Pick<SentData, 'side' | 'authorId' | 'text' | 'sentAt'> &
  Readonly<{ isRemoved: boolean; isReported: boolean; report: MessageReport | null }>;

/**
 * Messages are sorted oldest first. `readUpTo` is the number of the last message that each side has
 * read, or 0.
 */
export type Conversation = ConversationFields &
  Readonly<{ messages: readonly SentMessage[]; readUpTo: Readonly<Record<BookingSide, number>> }>;

type WithNumber<T> = T & Readonly<{ number: number }>;

export type ConversationCommand =
  | Message<
      'SendMessage',
      ConversationFields &
        BookedHour &
        Readonly<{ side: BookingSide; authorId: string; text: string; at: string }>
    >
  | Message<'ReadMessages', Readonly<{ side: BookingSide; upTo: number; at: string }>>
  | Message<'ReportMessage', WithNumber<MessageReport>>
  | Message<'DismissMessageReport', WithNumber<{ because: string; by: string; at: string }>>
  | Message<'RemoveMessage', WithNumber<{ because: string; by: string; at: string }>>;

/**
 * The messages about one booking (domain rules, G17). Each side can report the other side's
 * messages.
 */
export const conversation: Decider<Conversation | null, ConversationCommand, ConversationEvent> = {
  category: 'conversation',
  initial: null,

  decide(command, existing) {
    if (command.type === 'SendMessage') return [sentEvent(command.data, existing)];
    if (!existing) throw notFound('message');
    switch (command.type) {
      case 'ReadMessages': {
        const { side, at: readAt } = command.data;
        const upTo = Math.min(command.data.upTo, existing.messages.length);
        return unreadCountOf(existing, side, upTo) === 0
          ? []
          : [
              {
                type: 'MessagesRead',
                data: { ...BookingParties.parse(existing), side, upTo, readAt },
              },
            ];
      }
      case 'ReportMessage': {
        const { number, by: reportedBy, reason, words, at: reportedAt } = command.data;
        const message = messageNumbered(existing, number);
        if (message.isRemoved || sideOfUser(existing, reportedBy) === message.side)
          throw notFound('message');
        const data = {
          ...BookingParties.parse(existing),
          number,
          reportedBy,
          reason,
          words,
          reportedAt,
        };
        return message.isReported ? [] : [{ type: 'MessageReported', data }];
      }
      case 'DismissMessageReport': {
        const { number, because, by: dismissedBy, at: dismissedAt } = command.data;
        const { report } = messageNumbered(existing, number);
        if (!report) return [];
        const data = {
          ...BookingParties.parse(existing),
          number,
          because,
          dismissedBy,
          dismissedAt,
          reporterIds: [report.by],
        };
        return [{ type: 'MessageReportDismissed', data }];
      }
      case 'RemoveMessage': {
        const { number, because, by: removedBy, at: removedAt } = command.data;
        const { isRemoved, report, authorId } = messageNumbered(existing, number);
        if (isRemoved) return [];
        const data = {
          ...BookingParties.parse(existing),
          number,
          authorId,
          because,
          removedBy,
          removedAt,
          reporterIds: report ? [report.by] : [],
        };
        return [{ type: 'MessageRemoved', data }];
      }
    }
  },

  evolve(existing, { type, data }) {
    if (type === 'MessageSent') {
      const { side, authorId, text, sentAt } = data;
      const conversationState = existing ?? {
        ...BookingParties.parse(data),
        messages: [],
        readUpTo: { player: 0, host: 0 },
      };
      const message = {
        side,
        authorId,
        text,
        sentAt,
        isRemoved: false,
        isReported: false,
        report: null,
      };
      return { ...conversationState, messages: [...conversationState.messages, message] };
    }
    if (!existing) return null;
    if (type === 'MessagesRead')
      return { ...existing, readUpTo: { ...existing.readUpTo, [data.side]: data.upTo } };
    const messageChange = changeBy({ type, data } as OneMessageEvent);
    const messages = existing.messages.map((message, messageIndex) =>
      messageIndex + 1 === data.number ? { ...message, ...messageChange } : message,
    );
    return { ...existing, messages };
  },
};

type OneMessageEvent = Extract<
  ConversationEvent,
  { type: 'MessageReported' | 'MessageReportDismissed' | 'MessageRemoved' }
>;

const changeBy = ({ type, data }: OneMessageEvent): Partial<SentMessage> => {
  switch (type) {
    case 'MessageReported': {
      const { reportedBy: by, reason, words, reportedAt: at } = data;
      return { isReported: true, report: { by, reason, words, at } };
    }
    case 'MessageReportDismissed':
      return { report: null };
    case 'MessageRemoved':
      return { isRemoved: true, report: null };
  }
};

type MessageToSend = Extract<ConversationCommand, { type: 'SendMessage' }>['data'];

const sentEvent = (
  {
    side,
    authorId,
    text,
    at: sentAt,
    startTime,
    endTime,
    zone,
    ...conversationFields
  }: MessageToSend,
  existing: Conversation | null,
): ConversationEvent => {
  const number = (existing?.messages.length ?? 0) + 1;
  if (number > MOST_MESSAGES)
    throw new DomainError(
      'fair_use',
      `This conversation has reached its limit of ${MOST_MESSAGES} messages. Please call each other instead.`,
    );
  const isFirstUnread = existing === null || unreadCountOf(existing, readerOfSide(side)) === 0;
  const messageFields = { number, side, authorId, text, isFirstUnread, sentAt };
  return {
    type: 'MessageSent',
    data: {
      ...BookingParties.parse(conversationFields),
      startTime,
      endTime,
      zone,
      ...messageFields,
    },
  };
};

export const readerOfSide = (writerSide: BookingSide): BookingSide =>
  writerSide === 'player' ? 'host' : 'player';

export const unreadCountOf = (
  { messages, readUpTo }: Conversation,
  readerSide: BookingSide,
  upTo = messages.length,
): number =>
  messages.slice(readUpTo[readerSide], upTo).filter(({ side }) => side !== readerSide).length;

/** @throws DomainError not_found if the user is neither the player nor the host */
export const sideOfUser = (
  { hostId, playerId }: Pick<ConversationFields, 'hostId' | 'playerId'>,
  userId: string,
): BookingSide => {
  if (userId === playerId) return 'player';
  if (userId === hostId) return 'host';
  throw notFound('message');
};

const messageNumbered = ({ messages }: Conversation, messageNumber: number): SentMessage => {
  const message = messages[messageNumber - 1];
  if (!message) throw notFound('message');
  return message;
};
