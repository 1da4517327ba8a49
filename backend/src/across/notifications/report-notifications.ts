import type { ConversationEvent } from '../../booking/messages/conversation.events.js';
import type { ReviewEvent } from '../../booking/reviews/review.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { type Notification, unreadNotification } from './notification.js';

export const reportEventTypes = [
  'ReviewReportsDismissed',
  'ReviewRemoved',
  'MessageReportDismissed',
  'MessageRemoved',
] as const;
export type ReportNotificationEvent = Extract<
  ReviewEvent | ConversationEvent,
  { type: (typeof reportEventTypes)[number] }
>;

export const isReportEvent = <E extends Readonly<{ type: string }>>(
  event: E,
): event is E & Readonly<{ type: (typeof reportEventTypes)[number] }> =>
  (reportEventTypes as readonly string[]).includes(event.type);

/** Whether the admin agreed with the report. */
export const isReportUpheld = ({ type }: Pick<ReportNotificationEvent, 'type'>): boolean =>
  type === 'ReviewRemoved' || type === 'MessageRemoved';

type RemovedMessage = Readonly<{ type: 'MessageRemoved' }>;

const reportKey = (eventId: string, reporterId: string) => `report.${eventId}.${reporterId}`;

/** The author of a removed message, unless it was removed before authors were notified. */
export const removedAuthorOf = ({ type, data }: ReportNotificationEvent): string | null =>
  type === 'MessageRemoved' ? data.authorId : null;

/** One notification for each person whose report was decided, and for the author of the message. */
export const reportNotificationKeys = (
  event: RecordedEvent<ReportNotificationEvent>,
): readonly string[] => {
  const authorId = removedAuthorOf(event);
  return [...event.data.reporterIds, ...(authorId === null ? [] : [authorId])].map((personId) =>
    reportKey(event.id, personId),
  );
};

const authorNotification = (
  { data, metadata: { at } }: RecordedEvent<Extract<ReportNotificationEvent, RemovedMessage>>,
  personId: string,
): Notification => ({
  ...unreadNotification,
  personId,
  playerId: data.playerId,
  side: personId === data.hostId ? 'host' : 'player',
  type: 'message_removed',
  bookingId: data.bookingId,
  courtId: data.courtId,
  startTime: at,
  endTime: at,
  zone: 'UTC',
  at,
  reason: data.because,
  reasonBy: data.removedBy,
});

/** Names the court, but not the booking or the admin's reason, which only the author sees. */
export const reportNotification = (
  event: RecordedEvent<ReportNotificationEvent>,
  notificationId: string,
): Notification | null => {
  const { id, data, metadata } = event;
  if (event.type === 'MessageRemoved' && event.data.authorId !== null)
    if (reportKey(id, event.data.authorId) === notificationId)
      return authorNotification(event, event.data.authorId);
  const personId = data.reporterIds.find((each) => reportKey(id, each) === notificationId);
  if (personId === undefined) return null;
  const { at } = metadata;
  return {
    ...unreadNotification,
    personId,
    playerId: personId,
    side: personId === data.hostId ? 'host' : 'player',
    type: isReportUpheld(event) ? 'report_upheld' : 'report_dismissed',
    bookingId: '',
    courtId: data.courtId,
    startTime: at,
    endTime: at,
    zone: 'UTC',
    at,
  };
};
