import type { BookingSide } from '@courtly/contracts/bookings';
import type { ConversationEvent } from '../src/booking/messages/conversation.events.js';

type DataOf<T extends ConversationEvent['type']> = Extract<ConversationEvent, { type: T }>['data'];

export const SENT_AT = '2027-03-10T13:00:00.000Z';

export const bookingFields = {
  bookingId: 'booking-1',
  courtId: 'roxbury',
  hostId: 'hana',
  playerId: 'pavel',
};
export const hourFields = {
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Los_Angeles',
};

const authorOf = { player: 'pavel', host: 'hana' } as const;

/** Unless changed, this is the first message. */
export const messageSent = (
  side: BookingSide,
  changes: Partial<DataOf<'MessageSent'>> = {},
): Extract<ConversationEvent, { type: 'MessageSent' }> => ({
  type: 'MessageSent',
  data: {
    ...bookingFields,
    ...hourFields,
    side,
    authorId: authorOf[side],
    number: 1,
    text: 'Is the gate open?',
    isFirstUnread: true,
    sentAt: SENT_AT,
    ...changes,
  },
});

export const messagesRead = (
  side: BookingSide,
  upTo: number,
): Extract<ConversationEvent, { type: 'MessagesRead' }> => ({
  type: 'MessagesRead',
  data: { ...bookingFields, side, upTo, readAt: SENT_AT },
});

/** Unless changed, Hana reports Pavel's message. */
export const messageReported = (
  changes: Partial<DataOf<'MessageReported'>> = {},
): Extract<ConversationEvent, { type: 'MessageReported' }> => ({
  type: 'MessageReported',
  data: {
    ...bookingFields,
    number: 1,
    reportedBy: 'hana',
    reason: 'offensive',
    words: 'Rude.',
    reportedAt: SENT_AT,
    ...changes,
  },
});

export const reportDismissed = (
  number = 1,
  reporterIds: string[] = ['hana'],
): Extract<ConversationEvent, { type: 'MessageReportDismissed' }> => ({
  type: 'MessageReportDismissed',
  data: {
    ...bookingFields,
    number,
    because: 'Only a joke.',
    dismissedBy: 'admin',
    dismissedAt: SENT_AT,
    reporterIds,
  },
});

export const messageRemoved = (
  number = 1,
  reporterIds: string[] = [],
  authorId: string | null = 'pavel',
): Extract<ConversationEvent, { type: 'MessageRemoved' }> => ({
  type: 'MessageRemoved',
  data: {
    ...bookingFields,
    number,
    authorId,
    because: 'Rude indeed.',
    removedBy: 'admin',
    removedAt: SENT_AT,
    reporterIds,
  },
});
