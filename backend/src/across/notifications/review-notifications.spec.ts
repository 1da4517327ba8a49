import { describe, expect, it } from '@jest/globals';
import { fold, inStream } from '../../../testing/projection.js';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { ConversationEvent } from '../../booking/messages/conversation.events.js';
import type { ReviewEvent } from '../../booking/reviews/review.events.js';
import { notifications } from './notifications.projection.js';
import { removedMessageMails, reportMails, reviewMails } from './notifications.process.js';

const at = '2027-03-14T18:00:00.000Z';
const parties = { bookingId: 'booking-1', courtId: 'roxbury', hostId: 'hana', playerId: 'pavel' };
const completed = {
  type: 'BookingCompleted',
  data: {
    ...parties,
    startTime: '2027-03-13T18:00:00.000Z',
    endTime: '2027-03-13T19:00:00.000Z',
    zone: 'America/Los_Angeles',
    completedAt: at,
  },
} as BookingEvent;
const written = (side: 'player' | 'host'): ReviewEvent => ({
  type: 'ReviewWritten',
  data: {
    ...parties,
    side,
    authorId: side === 'player' ? 'pavel' : 'hana',
    rating: 5,
    comment: '',
    revealBy: at,
    editableUntil: at,
    writtenAt: at,
  },
});
const revealed = (courtRating: number | null, playerRating: number | null): ReviewEvent => ({
  type: 'ReviewsRevealed',
  data: { ...parties, courtRating, playerRating, revealedAt: at },
});
const removed = (...reporterIds: string[]): ReviewEvent => ({
  type: 'ReviewRemoved',
  data: {
    ...parties,
    side: 'player',
    revealedRating: 5,
    reason: 'It names a child.',
    removedBy: 'ada',
    removedAt: at,
    reporterIds,
  },
});
const messageRemoved = (authorId: string | null, ...reporterIds: string[]): ConversationEvent => ({
  type: 'MessageRemoved',
  data: {
    ...parties,
    number: 1,
    authorId,
    because: 'It insults the host.',
    removedBy: 'ada',
    removedAt: at,
    reporterIds,
  },
});
const dismissed: ConversationEvent = {
  type: 'MessageReportDismissed',
  data: {
    ...parties,
    number: 1,
    because: 'It is harmless.',
    dismissedBy: 'ada',
    dismissedAt: at,
    reporterIds: ['hana'],
  },
};
type Event = BookingEvent | ReviewEvent | ConversationEvent;
const shown = (...events: Event[]) =>
  [...fold(notifications, ...inStream('review-booking-1', ...(events as never[]))).values()].map(
    ({ personId, side, type, read, bookingId, reason }) => [
      personId,
      side,
      type,
      read,
      bookingId,
      reason,
    ],
  );

describe('a review', () => {
  it('is due for both sides once the hour is over, until they write it', () => {
    expect(shown(completed)).toEqual([
      ['pavel', 'player', 'review_due', false, 'booking-1', undefined],
      ['hana', 'host', 'review_due', false, 'booking-1', undefined],
    ]);
    expect(
      shown(completed, written('player')).map(([personId, , , read]) => [personId, read]),
    ).toEqual([
      ['pavel', true],
      ['hana', false],
    ]);
  });

  it('notifies its subject when it appears, and not before', () => {
    expect(shown(written('player'))).toEqual([]);
    expect(shown(revealed(5, null))).toEqual([
      ['hana', 'host', 'review_received', false, 'booking-1', undefined],
    ]);
    expect(shown(revealed(5, 4))).toHaveLength(2);
    expect(shown(revealed(null, null))).toEqual([]);
  });

  it('notifies its author of the reason for its removal, and reporters only of the removal', () => {
    expect(shown(removed('nora'))).toEqual([
      ['pavel', 'player', 'review_removed', false, 'booking-1', 'It names a child.'],
      ['nora', 'player', 'report_upheld', false, '', undefined],
    ]);
    const documents = fold(notifications, ...inStream('review-booking-1', removed() as never));
    expect([...documents.values()].map(notifications.people!)).toEqual([['pavel', 'pavel', 'ada']]);
  });

  it('sends the same notifications by email', () => {
    const recordedEvent = (event: Event) =>
      inStream('review-booking-1', event as never)[0]! as never;
    const mailed = (event: Event) =>
      reviewMails.react(recordedEvent(event)).map(({ data }) => [data.personId, data.type]);
    expect(mailed(completed)).toEqual([
      ['pavel', 'review_due'],
      ['hana', 'review_due'],
    ]);
    expect(mailed(written('host'))).toEqual([]);
    expect(mailed(removed('nora'))).toEqual([['pavel', 'review_removed']]);
    const reported = (event: Event) =>
      reportMails.react(recordedEvent(event)).map(({ data }) => data);
    expect(reported(removed('nora'))).toEqual([
      { personId: 'nora', courtId: 'roxbury', isUpheld: true },
    ]);
    expect(reported(dismissed)).toEqual([
      { personId: 'hana', courtId: 'roxbury', isUpheld: false },
    ]);
    const emailOf = (type: 'review_due' | 'review_received') =>
      reviewMails.email!({
        personId: 'pavel',
        bookingId: 'booking-1',
        type,
        amountCents: null,
        at,
      });
    expect(emailOf('review_due')).toEqual({ userId: 'pavel', kind: 'bookings' });
    expect(emailOf('review_received')).toEqual({ userId: 'pavel', kind: 'bookings' });
  });
});

describe('a report of a message', () => {
  it('notifies the reporter of the decision', () =>
    expect(shown(dismissed)).toEqual([['hana', 'host', 'report_dismissed', false, '', undefined]]));

  it('notifies the author of the reason for the removal, and the reporter only of the removal', () => {
    expect(shown(messageRemoved('pavel', 'hana'))).toEqual([
      ['hana', 'host', 'report_upheld', false, '', undefined],
      ['pavel', 'player', 'message_removed', false, 'booking-1', 'It insults the host.'],
    ]);
    expect(shown(messageRemoved('hana'))).toEqual([
      ['hana', 'host', 'message_removed', false, 'booking-1', 'It insults the host.'],
    ]);
  });

  it('sends the same emails, except for removals from before authors were notified', () => {
    const mailed = (authorId: string | null) =>
      removedMessageMails
        .react(inStream('conversation-booking-1', messageRemoved(authorId) as never)[0]! as never)
        .map(({ data }) => [data.personId, data.type]);
    expect(mailed('pavel')).toEqual([['pavel', 'message_removed']]);
    expect(mailed(null)).toEqual([]);
    expect(shown(messageRemoved(null))).toEqual([]);
  });
});
