import type { CourtNotificationType } from '@courtly/contracts/notifications';
import type { CourtEvent } from '../../booking/courts/court.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { Notice } from './notifications.projection.js';

/** What an admin does to a court that its host is told of. */
export const courtNews = ['CourtHidden', 'CourtUnhidden'] as const;
export type CourtNews = Extract<CourtEvent, { type: (typeof courtNews)[number] }>;

export const isOfCourt = <E extends Readonly<{ type: string }>>(event: E): event is E & CourtNews =>
  (courtNews as readonly string[]).includes(event.type);

export const courtNoticeType = ({ type }: Pick<CourtNews, 'type'>): CourtNotificationType =>
  type === 'CourtHidden' ? 'court_hidden' : 'court_shown';

/**
 * What its host is told of a court. Why it is hidden they read here, too; why it is shown again is said to admins alone. It is
 * about no hour: where one is named stands when it happened.
 */
export const courtNotice = (event: RecordedEvent<CourtNews>): Notice => {
  const { courtId, hostId, zone, reason } = event.data;
  const { at } = event.metadata;
  return {
    personId: hostId,
    playerId: hostId,
    side: 'host',
    type: courtNoticeType(event),
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
    ...(event.type === 'CourtHidden' && { reason }),
  };
};
