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

const reportKey = (eventId: string, reporterId: string) => `report.${eventId}.${reporterId}`;

/** One notification for each person whose report was decided. */
export const reportNotificationKeys = ({
  id,
  data,
}: RecordedEvent<ReportNotificationEvent>): readonly string[] =>
  data.reporterIds.map((reporterId) => reportKey(id, reporterId));

/** Names the court, but not the booking or the admin's reason, which only the author sees. */
export const reportNotification = (
  event: RecordedEvent<ReportNotificationEvent>,
  notificationId: string,
): Notification | null => {
  const { id, data, metadata } = event;
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
