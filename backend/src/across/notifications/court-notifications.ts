import type { CourtNotificationType } from '@courtly/contracts/notifications';
import type { CourtEvent } from '../../booking/courts/court.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { type Notification, hasTypeOf, unreadNotification } from './notification.js';

export const courtEventTypes = ['CourtHidden', 'CourtUnhidden'] as const;
export type CourtNotificationEvent = Extract<
  CourtEvent,
  { type: (typeof courtEventTypes)[number] }
>;

export const isCourtEvent = hasTypeOf(courtEventTypes);

export const courtNotificationType = ({
  type,
}: Pick<CourtNotificationEvent, 'type'>): CourtNotificationType =>
  type === 'CourtHidden' ? 'court_hidden' : 'court_shown';

/**
 * A notification for the host. Only a hidden court has a `reason`; the reason for unhiding it is
 * for admins. `startTime` and `endTime` are the time of the event, because no hour is involved.
 */
export const courtNotification = (
  courtEvent: RecordedEvent<CourtNotificationEvent>,
): Notification => {
  const { courtId, hostId, zone, reason } = courtEvent.data;
  const { at } = courtEvent.metadata;
  return {
    ...unreadNotification,
    personId: hostId,
    playerId: hostId,
    side: 'host',
    type: courtNotificationType(courtEvent),
    bookingId: '',
    courtId,
    zone,
    at,
    startTime: at,
    endTime: at,
    ...(courtEvent.type === 'CourtHidden' && { reason }),
  };
};
