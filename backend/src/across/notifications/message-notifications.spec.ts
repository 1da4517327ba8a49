import { describe, expect, it } from '@jest/globals';
import { systemContext } from '../../platform/kernel/context.js';
import { messageSent, messagesRead } from '../../../testing/conversation.js';
import { fold, inStream } from '../../../testing/projection.js';
import type { MessageNotificationEvent } from './message-notifications.js';
import { SendMessageEmailCommand } from './notification-emails.commands.js';
import { messageMails } from './notifications.process.js';
import { notifications } from './notifications.projection.js';

const after = (...events: MessageNotificationEvent[]) =>
  fold(notifications, ...inStream('conversation-booking-1', ...events));
const playerMessage = messageSent('player', { text: 'zq-text' });
const again = messageSent('player', { number: 2, isFirstUnread: false });
const secondMessage = messageSent('player', { number: 2 });

describe('a message notification', () => {
  it('names the author and the hour but does not quote the message', () => {
    const notified = after(playerMessage, messageSent('host', { number: 2 }));
    expect([...notified.keys()]).toEqual(['booking-1.messages.host', 'booking-1.messages.player']);
    expect(notified.get('booking-1.messages.host')).toMatchObject({
      type: 'message_received',
      personId: 'hana',
      playerId: 'pavel',
      side: 'host',
      read: false,
      bookingId: 'booking-1',
      courtId: 'roxbury',
      startTime: '2027-03-13T18:00:00.000Z',
    });
    expect(notified.get('booking-1.messages.player')).toMatchObject({
      personId: 'pavel',
      playerId: 'hana',
      side: 'player',
    });
    expect(JSON.stringify([...notified])).not.toContain('zq-text');
  });

  it('counts as read once the messages are read, and returns with the next message', () => {
    const isRead = (...events: MessageNotificationEvent[]) =>
      after(...events).get('booking-1.messages.host')!.read;
    expect(isRead(playerMessage, messagesRead('host', 1))).toBe(true);
    expect(isRead(playerMessage, messagesRead('player', 1))).toBe(false);
    expect(isRead(playerMessage, messagesRead('host', 1), secondMessage)).toBe(false);
  });

  it('does not change while messages are unread', () => {
    const read = {
      type: 'NoticesRead',
      data: { userId: 'hana', noticeIds: ['booking-1.messages.host'], readAt: '' },
    };
    const events = inStream('some-stream', playerMessage, read as never, again) as Parameters<
      typeof notifications.evolve
    >[1][];
    expect(fold(notifications, ...events).get('booking-1.messages.host')!.read).toBe(true);
  });
});

describe('a message email', () => {
  const jobs = (recordedEvent: typeof playerMessage) =>
    messageMails.react(inStream('conversation-booking-1', recordedEvent)[0]!);
  const notified = {
    personId: 'hana',
    bookingId: 'booking-1',
    number: 1,
  };

  it('announces only the first unread message, through a job that contains only ids', () => {
    expect(jobs(playerMessage)).toEqual([
      { id: 'notice.conversation-booking-1#0', due: null, data: notified },
    ]);
    expect(jobs(again)).toEqual([]);
    expect(jobs(messageSent('host')).map(({ data }) => data.personId)).toEqual(['pavel']);
  });

  it('is sent by a command', () => {
    const context = systemContext('a job', '2027-03-10T12:00:00.000Z');
    expect(messageMails.command(notified, context)).toEqual(
      new SendMessageEmailCommand(notified, context),
    );
  });
});
