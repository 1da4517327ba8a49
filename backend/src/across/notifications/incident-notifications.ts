import type { BookingSide } from '@courtly/contracts/bookings';
import { incidentTitles } from '@courtly/contracts/incident-titles';
import type { IncidentEvent } from '../incidents/incident.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { type Notification, hasTypeOf, unreadNotification } from './notification.js';
import type { BookingRecipient } from './recipients.js';

export const incidentEventTypes = [
  'IncidentReported',
  'IncidentAnswered',
  'IncidentDecided',
] as const;
export type IncidentNotificationEvent = Extract<
  IncidentEvent,
  { type: (typeof incidentEventTypes)[number] }
>;

export const isIncidentEvent = hasTypeOf(incidentEventTypes);

type PartyRecipient = BookingRecipient & Readonly<{ side: BookingSide }>;

/** The side that has to answer, the reporter of a disputed report, or both sides of a decision. */
export const incidentRecipientsOf = ({
  type,
  data,
}: IncidentNotificationEvent): readonly PartyRecipient[] => {
  const { side: reporter, playerId, hostId } = data;
  const recipient = (side: BookingSide, notificationType: BookingRecipient['type']) => ({
    personId: side === 'player' ? playerId : hostId,
    side,
    type: notificationType,
  });
  switch (type) {
    case 'IncidentReported':
      return [recipient(reporter === 'host' ? 'player' : 'host', 'incident_reported')];
    case 'IncidentAnswered':
      return data.agrees ? [] : [recipient(reporter, 'incident_disputed')];
    case 'IncidentDecided': {
      const outcome = data.isUpheld ? 'incident_upheld' : 'incident_dismissed';
      return [recipient('player', outcome), recipient('host', outcome)];
    }
  }
};

/** Null if no answer is expected, because an admin rules on both reports. */
export const answerDueOf = ({ type, data }: IncidentNotificationEvent): string | null =>
  type === 'IncidentReported' && !data.isCounterReport ? data.answerBy : null;

const notificationKey = ({ incidentId }: IncidentEvent['data'], { side, type }: BookingRecipient) =>
  `${incidentId}.${type}.${side}`;

export const incidentNotificationKeys = (event: IncidentNotificationEvent): readonly string[] =>
  incidentRecipientsOf(event).map((recipient) => notificationKey(event.data, recipient));

export const incidentNotification = (
  event: RecordedEvent<IncidentNotificationEvent>,
  notificationId: string,
): Notification | null => {
  const { data, metadata } = event;
  const recipient = incidentRecipientsOf(event).find(
    (candidate) => notificationKey(data, candidate) === notificationId,
  );
  const { bookingId, courtId, playerId, startTime, endTime, zone, kind } = data;
  return (
    (recipient && {
      ...unreadNotification,
      ...recipient,
      bookingId,
      courtId,
      playerId,
      startTime,
      endTime,
      zone,
      at: metadata.at,
      answerBy: answerDueOf(event),
      reason: incidentTitles[kind],
    }) ??
    null
  );
};
