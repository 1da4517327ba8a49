import type { RankingNotificationType } from '@courtly/contracts/notifications';
import type { RankingReviewEvent } from '../../play/rankings/rankings.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { type Notification, hasTypeOf, unreadNotification } from './notification.js';

export const rankingEventTypes = ['PlayerHiddenFromRankings', 'PlayerShownInRankings'] as const;
export type RankingNotificationEvent = Extract<
  RankingReviewEvent,
  { type: (typeof rankingEventTypes)[number] }
>;

export const isRankingEvent = hasTypeOf(rankingEventTypes);

const notificationType = ({ type }: RankingNotificationEvent): RankingNotificationType =>
  type === 'PlayerHiddenFromRankings' ? 'ranking_hidden' : 'ranking_shown';

/** A notification for the player. Only admins see the reason for showing a player again. */
export const rankingNotification = (
  event: RecordedEvent<RankingNotificationEvent>,
): Notification => {
  const { playerId } = event.data;
  const { at } = event.metadata;
  return {
    ...unreadNotification,
    type: notificationType(event),
    personId: playerId,
    playerId,
    side: 'player',
    bookingId: '',
    courtId: '',
    zone: 'UTC',
    at,
    startTime: at,
    endTime: at,
    ...(event.type === 'PlayerHiddenFromRankings' &&
      event.data.isReasonShown && { reason: event.data.reason, reasonBy: event.data.hiddenBy }),
  };
};
