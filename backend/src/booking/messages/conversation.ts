import type { BookingSide } from '@courtly/contracts/bookings';
import { MOST_MESSAGES } from '@courtly/contracts/messages';
import type { ReportReason } from '@courtly/contracts/reviews';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message as Command } from '../../platform/kernel/decider.js';
import type { ConversationEvent } from './conversation.events.js';

type DataOf<T extends ConversationEvent['type']> = Extract<ConversationEvent, { type: T }>['data'];
type Sent = DataOf<'MessageSent'>;
type Facts = Pick<Sent, 'bookingId' | 'courtId' | 'hostId' | 'playerId'>;
type Hour = Pick<Sent, 'startTime' | 'endTime' | 'zone'>;

export type Report = Readonly<{ by: string; reason: ReportReason; words: string; at: string }>;

/**
 * `report` awaits an admin; `isReported` stays after the decision. `text` is empty after erasure.
 */
export type SentMessage = Pick<Sent, 'side' | 'authorId' | 'text' | 'sentAt'> &
  Readonly<{ isRemoved: boolean; isReported: boolean; report: Report | null }>;

/** Messages oldest first. `readUpTo` is the last number that each side has read, 0 for none. */
export type Conversation = Facts &
  Readonly<{ messages: readonly SentMessage[]; readUpTo: Readonly<Record<BookingSide, number>> }>;

type Numbered<T> = T & Readonly<{ number: number }>;

export type ConversationCommand =
  | Command<
      'SendMessage',
      Facts & Hour & Readonly<{ side: BookingSide; authorId: string; text: string; at: string }>
    >
  | Command<'ReadMessages', Readonly<{ side: BookingSide; upTo: number; at: string }>>
  | Command<'ReportMessage', Numbered<Report>>
  | Command<'DismissMessageReport', Numbered<{ because: string; by: string; at: string }>>
  | Command<'RemoveMessage', Numbered<{ because: string; by: string; at: string }>>;

/** The messages about one booking (domain rules, G17). Each side can report those of the other. */
export const conversation: Decider<Conversation | null, ConversationCommand, ConversationEvent> = {
  category: 'conversation',
  initial: null,

  decide(command, before) {
    if (command.type === 'SendMessage') return [sent(command.data, before)];
    if (!before) throw notFound('message');
    switch (command.type) {
      case 'ReadMessages': {
        const { side, at: readAt } = command.data;
        const upTo = Math.min(command.data.upTo, before.messages.length);
        return unreadOf(before, side, upTo) === 0
          ? []
          : [{ type: 'MessagesRead', data: { ...facts(before), side, upTo, readAt } }];
      }
      case 'ReportMessage': {
        const { number, by: reportedBy, reason, words, at: reportedAt } = command.data;
        const message = messageOf(before, number);
        if (message.isRemoved || sideOf(before, reportedBy) === message.side)
          throw notFound('message');
        const data = { ...facts(before), number, reportedBy, reason, words, reportedAt };
        return message.isReported ? [] : [{ type: 'MessageReported', data }];
      }
      case 'DismissMessageReport': {
        const { number, because, by: dismissedBy, at: dismissedAt } = command.data;
        const data = { ...facts(before), number, because, dismissedBy, dismissedAt };
        return messageOf(before, number).report ? [{ type: 'MessageReportDismissed', data }] : [];
      }
      case 'RemoveMessage': {
        const { number, because, by: removedBy, at: removedAt } = command.data;
        const data = { ...facts(before), number, because, removedBy, removedAt };
        return messageOf(before, number).isRemoved ? [] : [{ type: 'MessageRemoved', data }];
      }
    }
  },

  evolve(before, { type, data }) {
    if (type === 'MessageSent') {
      const { side, authorId, text, sentAt } = data;
      const known = before ?? { ...facts(data), messages: [], readUpTo: { player: 0, host: 0 } };
      const message = {
        side,
        authorId,
        text,
        sentAt,
        isRemoved: false,
        isReported: false,
        report: null,
      };
      return { ...known, messages: [...known.messages, message] };
    }
    if (!before) return null;
    if (type === 'MessagesRead')
      return { ...before, readUpTo: { ...before.readUpTo, [data.side]: data.upTo } };
    const change = changeBy({ type, data } as OneMessageEvent);
    const messages = before.messages.map((one, index) =>
      index + 1 === data.number ? { ...one, ...change } : one,
    );
    return { ...before, messages };
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

type Sending = Extract<ConversationCommand, { type: 'SendMessage' }>['data'];

const sent = (
  { side, authorId, text, at: sentAt, startTime, endTime, zone, ...its }: Sending,
  before: Conversation | null,
): ConversationEvent => {
  const number = (before?.messages.length ?? 0) + 1;
  if (number > MOST_MESSAGES)
    throw new DomainError(
      'fair_use',
      `This conversation has reached its limit of ${MOST_MESSAGES} messages. Please call each other instead.`,
    );
  const isFirstUnread = before === null || unreadOf(before, readerOf(side)) === 0;
  const said = { number, side, authorId, text, isFirstUnread, sentAt };
  return { type: 'MessageSent', data: { ...facts(its), startTime, endTime, zone, ...said } };
};

export const readerOf = (side: BookingSide): BookingSide => (side === 'player' ? 'host' : 'player');

export const unreadOf = (
  { messages, readUpTo }: Conversation,
  reader: BookingSide,
  upTo = messages.length,
): number => messages.slice(readUpTo[reader], upTo).filter(({ side }) => side !== reader).length;

/** @throws DomainError not_found for anyone else */
export const sideOf = (
  { hostId, playerId }: Pick<Facts, 'hostId' | 'playerId'>,
  personId: string,
): BookingSide => {
  if (personId === playerId) return 'player';
  if (personId === hostId) return 'host';
  throw notFound('message');
};

const messageOf = ({ messages }: Conversation, number: number): SentMessage => {
  const message = messages[number - 1];
  if (!message) throw notFound('message');
  return message;
};

const facts = ({ bookingId, courtId, hostId, playerId }: Facts): Facts => ({
  bookingId,
  courtId,
  hostId,
  playerId,
});
