import type { CourtNotificationType } from '@courtly/contracts/notifications';
import type { CourtEvent } from '../../booking/courts/court.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { Notification } from './notifications.projection.js';

export const courtEventTypes = ['CourtHidden', 'CourtUnhidden'] as const;
export type CourtNotificationEvent = Extract<
  CourtEvent,
  { type: (typeof courtEventTypes)[number] }
>;

export const isCourtEvent = <E extends Readonly<{ type: string }>>(
  candidateEvent: E,
): candidateEvent is E & CourtNotificationEvent =>
  (courtEventTypes as readonly string[]).includes(candidateEvent.type);

export const courtNotificationType = ({
  type,
}: Pick<CourtNotificationEvent, 'type'>): CourtNotificationType =>
  type === 'CourtHidden' ? 'court_hidden' : 'court_shown';

/**
 * For the host. Only a hidden court has its `reason`: why a court is visible again is for admins.
 * `startTime` and `endTime` are when it happened, because it is not about an hour.
 */
export const courtNotification = (
  courtEvent: RecordedEvent<CourtNotificationEvent>,
): Notification => {
  const { courtId, hostId, zone, reason } = courtEvent.data;
  const { at } = courtEvent.metadata;
  return {
    personId: hostId,
    playerId: hostId,
    side: 'host',
    type: courtNotificationType(courtEvent),
    read: false,
    bookingId: '',
    courtId,
    zone,
    at,
    startTime: at,
    endTime: at,
    answerBy: null,
    declineReason: null,
    amountCents: null,
    stripeId: null,
    ...(courtEvent.type === 'CourtHidden' && { reason }),
  };
};
