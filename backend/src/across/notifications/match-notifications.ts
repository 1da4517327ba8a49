import type { RecordedEvent } from '../../platform/kernel/events.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import { isImported } from '../../play/matches/imported-match.js';
import type { MatchEvent } from '../../play/matches/match.events.js';
import type { Notification } from './notifications.projection.js';

/** The events that create or close notifications of a match. */
export const matchEventTypes = [
  ...(['MatchPlayerAdded', 'MatchClaimed', 'MatchConfirmed', 'MatchAutoConfirmed'] as const),
  ...(['MatchDisputed', 'MatchDisputeSettled', 'MatchWithdrawn'] as const),
];
export type MatchNotificationEvent = Extract<
  MatchEvent,
  { type: (typeof matchEventTypes)[number] }
>;

export const isMatchEvent = <E extends Readonly<{ type: string }>>(
  candidateEvent: E,
): candidateEvent is E & MatchNotificationEvent =>
  (matchEventTypes as readonly string[]).includes(candidateEvent.type);

/** One notification per place with an account, plus one per dispute and settlement for the logger. */
export const matchNotificationKeys = ({
  id,
  type,
  data,
}: RecordedEvent<MatchNotificationEvent>): readonly string[] => {
  const notificationKey = (playerPlaceId: string) => `${data.bookingId}.${playerPlaceId}`;
  if ('placeId' in data) return [notificationKey(data.placeId)];
  const placeKeys = data.players.flatMap(({ placeId, playerId }) =>
    playerId === null ? [] : [notificationKey(placeId)],
  );
  return type === 'MatchDisputed' || type === 'MatchDisputeSettled'
    ? [...placeKeys, `disputed.${id}`]
    : placeKeys;
};

/** Every booking is an hour (domain rules, "Time"). */
const matchFields = ({ data, metadata }: RecordedEvent<MatchNotificationEvent>) => ({
  bookingId: data.bookingId,
  courtId: data.courtId,
  zone: data.zone,
  startTime: data.playedAt,
  endTime: new Date(Date.parse(data.playedAt) + HOUR_MS).toISOString(),
  ...({
    at: metadata.at,
    side: 'player',
    declineReason: null,
    amountCents: null,
    stripeId: null,
  } as const),
});

/** Null for players without an account, who get emails instead. */
export const matchNotification = (
  existingNotification: Notification | null,
  matchEvent: RecordedEvent<MatchNotificationEvent>,
): Notification | null => {
  const { type, data } = matchEvent;
  if (isImported(data.loggerId)) return null;
  switch (type) {
    case 'MatchPlayerAdded':
    case 'MatchClaimed': {
      const { playerId: personId, side, answerBy, loggerId: playerId } = data;
      if (personId === null) return null;
      const notificationType = side === 'opponent' ? 'match_to_confirm' : 'match_named';
      // A player who claims a place is looking at the match.
      return {
        ...matchFields(matchEvent),
        type: notificationType,
        personId,
        playerId,
        answerBy,
        read: type === 'MatchClaimed',
      };
    }
    case 'MatchDisputed': {
      const { loggerId: personId, disputedBy: playerId } = data;
      if (existingNotification) return { ...existingNotification, answerBy: null, read: true };
      return {
        ...matchFields(matchEvent),
        type: 'match_disputed',
        personId,
        playerId,
        answerBy: null,
        read: false,
      };
    }
    case 'MatchDisputeSettled': {
      const { upheld, loggerId } = data;
      const notificationType = upheld ? 'match_voided' : 'match_stands';
      const { personId, playerId } = existingNotification ?? {
        personId: loggerId,
        playerId: loggerId,
      };
      return {
        ...matchFields(matchEvent),
        type: notificationType,
        personId,
        playerId,
        answerBy: null,
        read: false,
      };
    }
    case 'MatchWithdrawn':
      return (
        existingNotification && {
          ...existingNotification,
          ...matchFields(matchEvent),
          type: 'match_withdrawn',
          answerBy: null,
          read: false,
        }
      );
    default:
      return existingNotification && { ...existingNotification, answerBy: null, read: true };
  }
};
