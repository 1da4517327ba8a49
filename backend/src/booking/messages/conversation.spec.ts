import { describe, expect, it } from '@jest/globals';
import type { BookingSide } from '@courtly/contracts/bookings';
import { MOST_MESSAGES } from '@courtly/contracts/messages';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  SENT_AT,
  bookingFields,
  hourFields,
  messageRemoved,
  messageReported,
  messageSent,
  messagesRead,
  reportDismissed,
} from '../../../testing/conversation.js';
import { specification } from '../../../testing/specification.js';
import type { ConversationEvent } from './conversation.events.js';
import { conversation, unreadCountOf } from './conversation.js';

const given = specification(conversation);

const send = (side: BookingSide, text = 'Is the gate open?') => {
  const messageFields = { side, authorId: side === 'player' ? 'pavel' : 'hana', text, at: SENT_AT };
  return {
    type: 'SendMessage',
    data: { ...bookingFields, ...hourFields, ...messageFields },
  } as const;
};
const read = (side: BookingSide, upTo: number) =>
  ({ type: 'ReadMessages', data: { side, upTo, at: SENT_AT } }) as const;
const report = (userId = 'hana', number = 1) =>
  ({
    type: 'ReportMessage',
    data: { number, by: userId, reason: 'offensive', words: 'Rude.', at: SENT_AT },
  }) as const;
const dismiss = (number = 1) =>
  ({
    type: 'DismissMessageReport',
    data: { number, because: 'Only a joke.', by: 'admin', at: SENT_AT },
  }) as const;
const remove = (number = 1) =>
  ({
    type: 'RemoveMessage',
    data: { number, because: 'Rude indeed.', by: 'admin', at: SENT_AT },
  }) as const;

const playerMessage = messageSent('player');
const answered = messageSent('host', { number: 2, text: 'From nine on.' });
const messages = (count: number): ConversationEvent[] =>
  Array.from({ length: count }, (_, index) =>
    messageSent('player', { number: index + 1, isFirstUnread: index === 0 }),
  );

describe('sending a message', () => {
  it('starts a conversation from either side', () => {
    given().when(send('player')).then(playerMessage);
    given().when(send('host')).then(messageSent('host'));
  });

  it('marks the first message that the other side has not read', () => {
    given(playerMessage).when(send('host', 'From nine on.')).then(answered);
    given(playerMessage)
      .when(send('player'))
      .then(messageSent('player', { number: 2, isFirstUnread: false }));
    given(playerMessage, messagesRead('host', 1))
      .when(send('player'))
      .then(messageSent('player', { number: 2, isFirstUnread: true }));
  });

  it(`stops at ${MOST_MESSAGES} messages`, () => {
    given(...messages(MOST_MESSAGES - 1))
      .when(send('player'))
      .then(messageSent('player', { number: MOST_MESSAGES, isFirstUnread: false }));
    given(...messages(MOST_MESSAGES))
      .when(send('host'))
      .thenRefused('fair_use');
  });
});

describe('reading messages', () => {
  const unread = (reader: BookingSide, ...events: ConversationEvent[]) =>
    unreadCountOf(foldAll(conversation, events)!, reader);

  it('marks only messages of the other side, up to a number', () => {
    expect([
      unread('host', playerMessage, answered),
      unread('player', playerMessage, answered),
    ]).toEqual([1, 1]);
    expect(unread('host', playerMessage, answered, messagesRead('host', 2))).toBe(0);
    expect(unread('player', playerMessage, answered, messagesRead('host', 2))).toBe(1);
    expect(unread('host', ...messages(3), messagesRead('host', 2))).toBe(1);
  });

  it('stops at the last message', () => {
    given(...messages(3))
      .when(read('host', 2))
      .then(messagesRead('host', 2));
    given(...messages(3))
      .when(read('host', 9))
      .then(messagesRead('host', 3));
  });

  it("records nothing for the reader's own messages or ones already read", () => {
    given(playerMessage).when(read('player', 1)).thenNothing();
    given(...messages(3), messagesRead('host', 2))
      .when(read('host', 2))
      .thenNothing();
  });

  it('fails without messages', () => given().when(read('host', 1)).thenRefused('not_found'));
});

describe('reporting a message', () => {
  it('succeeds once for messages of the other side', () => {
    given(playerMessage).when(report()).then(messageReported());
    given(playerMessage, messageReported()).when(report()).thenNothing();
    given(playerMessage, messageReported(), reportDismissed()).when(report()).thenNothing();
  });

  it('fails for authors, strangers, and missing or removed messages', () => {
    given(playerMessage).when(report('pavel')).thenRefused('not_found');
    given(playerMessage).when(report('olga')).thenRefused('not_found');
    given(playerMessage).when(report('hana', 2)).thenRefused('not_found');
    given(playerMessage, messageRemoved()).when(report()).thenRefused('not_found');
    given().when(report()).thenRefused('not_found');
  });

  it('opens a report until it is dismissed or the message is removed', () => {
    const waits = (...events: ConversationEvent[]) =>
      foldAll(conversation, [playerMessage, ...events])!.messages.map(
        (message) => message.report?.words,
      );
    expect(waits(messageReported())).toEqual(['Rude.']);
    expect(waits(messageReported(), reportDismissed())).toEqual([undefined]);
    expect(waits(messageReported(), messageRemoved())).toEqual([undefined]);
  });

  it('allows a dismissal only while a report is open', () => {
    given(playerMessage, messageReported()).when(dismiss()).then(reportDismissed());
    given(playerMessage).when(dismiss()).thenNothing();
    given(playerMessage).when(dismiss(2)).thenRefused('not_found');
  });
});

describe('removing a message', () => {
  it('succeeds once for any message', () => {
    given(playerMessage).when(remove()).then(messageRemoved());
    given(playerMessage, messageRemoved()).when(remove()).thenNothing();
    given(playerMessage).when(remove(2)).thenRefused('not_found');
  });

  it('leaves other messages alone', () => {
    const { messages: messages } = foldAll(conversation, [
      playerMessage,
      answered,
      messageRemoved(1),
    ])!;
    expect(messages.map(({ isRemoved }) => isRemoved)).toEqual([true, false]);
  });
});
