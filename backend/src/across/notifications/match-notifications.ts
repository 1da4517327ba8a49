import type { RecordedEvent } from '../../platform/kernel/events.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import { isImported } from '../../play/matches/imported-match.js';
import { otherSideOf } from '../../play/matches/lineup.js';
import type { MatchEvent } from '../../play/matches/match.events.js';
import type { ChallengeEvent } from '../../play/matches/challenge.events.js';
import type { RatingCorrectionEvent } from '../../play/rankings/rankings.events.js';
import { type Notification, hasTypeOf, unreadNotification } from './notification.js';

/** The events that create or close notifications of a match. */
export const matchEventTypes = [
  'MatchPlayerAdded',
  'MatchClaimed',
  'MatchPlayerAgreed',
  'MatchPlayerLeft',
  'MatchConfirmed',
  'MatchAutoConfirmed',
  'MatchDisputed',
  'MatchDisputeSettled',
  'MatchVoided',
  'MatchWithdrawalRequested',
  'MatchWithdrawalAgreed',
  'MatchExpired',
  'MatchWithdrawn',
] as const;
export type MatchNotificationEvent = Extract<
  MatchEvent,
  { type: (typeof matchEventTypes)[number] }
>;

export const isMatchEvent = hasTypeOf(matchEventTypes);

/**
 * One notification for each place with an account, one for the logger for each confirmation, claim,
 * dispute, settlement, and departure, and one for each person asked to agree to a withdrawal.
 */
export const matchNotificationKeys = ({
  id,
  type,
  data,
}: RecordedEvent<MatchNotificationEvent>): readonly string[] => {
  const notificationKey = (placeId: string) => `${data.bookingId}.${placeId}`;
  if (type === 'MatchPlayerLeft') return [notificationKey(data.placeId), `left.${id}`];
  if (type === 'MatchClaimed') return [notificationKey(data.placeId), `claimed.${id}`];
  if ('placeId' in data) return [notificationKey(data.placeId)];
  const places = data.players.filter(({ playerId }) => playerId !== null);
  const placeKeys = places.map(({ placeId }) => notificationKey(placeId));
  switch (type) {
    case 'MatchDisputed': {
      const ownPlace = places.find(({ playerId }) => playerId === data.disputedBy);
      return [...(ownPlace ? [notificationKey(ownPlace.placeId)] : []), `disputed.${id}`];
    }
    case 'MatchDisputeSettled':
      return [...placeKeys, `disputed.${id}`];
    case 'MatchVoided':
      return [...placeKeys, `voided.${id}`];
    case 'MatchWithdrawalRequested':
      return otherSideOf(data, data.requestedBy).map(
        ({ playerId }) => `withdrawal.${id}.${playerId}`,
      );
    case 'MatchWithdrawalAgreed':
      return data.agreedBy === data.loggerId ? placeKeys : [...placeKeys, `withdrawn.${id}`];
    case 'MatchConfirmed':
      return [...placeKeys, `confirmed.${id}`];
    default:
      return placeKeys;
  }
};

/** Every booking lasts one hour (domain rules, "Time"). */
const hourFrom = (startTime: string) => ({
  startTime,
  endTime: new Date(Date.parse(startTime) + HOUR_MS).toISOString(),
});

const matchFields = ({ data, metadata }: RecordedEvent<MatchNotificationEvent>) => ({
  ...unreadNotification,
  ...hourFrom(data.playedAt),
  bookingId: data.bookingId,
  courtId: data.courtId,
  zone: data.zone,
  at: metadata.at,
  side: 'player' as const,
});

/** An admin's reason if the players may see it. It is empty once the admin's account is erased. */
const shownReason = (
  { because: reason, isReasonShown }: Readonly<{ because: string; isReasonShown: boolean }>,
  reasonBy: string,
) => (isReasonShown && reason !== '' ? { reason, reasonBy } : {});

/** Null for players without an account, who get emails instead. */
export const matchNotification = (
  notification: Notification | null,
  matchEvent: RecordedEvent<MatchNotificationEvent>,
  notificationId: string,
): Notification | null => {
  const { type, data } = matchEvent;
  if (isImported(data.loggerId)) return null;
  switch (type) {
    case 'MatchPlayerAdded':
    case 'MatchClaimed': {
      const { playerId: personId, side, answerBy, loggerId: playerId } = data;
      if (personId === null) return null;
      if (notificationId.startsWith('claimed.'))
        return {
          ...matchFields(matchEvent),
          type: 'match_claimed',
          personId: playerId,
          playerId: personId,
        };
      return {
        ...matchFields(matchEvent),
        type: side === 'opponent' ? 'match_to_confirm' : 'match_named',
        personId,
        playerId,
        answerBy,
        // A player who claims a place is already looking at the match, so the notification starts
        // as read.
        read: type === 'MatchClaimed',
      };
    }
    case 'MatchDisputed': {
      const { loggerId: personId, disputedBy: playerId } = data;
      if (notification) return { ...notification, answerBy: null, read: true };
      return { ...matchFields(matchEvent), type: 'match_disputed', personId, playerId };
    }
    case 'MatchDisputeSettled': {
      const { personId, playerId } = notification ?? {
        personId: data.loggerId,
        playerId: data.loggerId,
      };
      return {
        ...matchFields(matchEvent),
        ...shownReason(data, data.settledBy),
        type: data.upheld ? 'match_voided' : 'match_stands',
        personId,
        playerId,
      };
    }
    case 'MatchVoided': {
      const { personId, playerId } = notification ?? {
        personId: data.loggerId,
        playerId: data.loggerId,
      };
      // A place key without a notification belongs to a person who was never notified.
      return notification || notificationId.startsWith('voided.')
        ? {
            ...matchFields(matchEvent),
            ...shownReason(data, data.voidedBy),
            type: 'match_voided',
            personId,
            playerId,
          }
        : null;
    }
    case 'MatchPlayerLeft': {
      if (notification) return { ...notification, answerBy: null, read: true };
      // The logger does not learn who it was, because that person did not respond to the result.
      const { loggerId } = data;
      return notificationId.startsWith('left.')
        ? {
            ...matchFields(matchEvent),
            type: 'match_left',
            personId: loggerId,
            playerId: loggerId,
          }
        : null;
    }
    case 'MatchWithdrawalRequested':
      return {
        ...matchFields(matchEvent),
        type: 'match_withdrawal',
        personId: notificationId.slice(notificationId.lastIndexOf('.') + 1),
        playerId: data.requestedBy,
      };
    case 'MatchWithdrawalAgreed': {
      const { agreedBy: playerId, loggerId } = data;
      const personId = notification?.personId ?? loggerId;
      return notification || notificationId.startsWith('withdrawn.')
        ? { ...matchFields(matchEvent), type: 'match_withdrawn', personId, playerId }
        : null;
    }
    case 'MatchWithdrawn':
      return (
        notification && {
          ...notification,
          ...matchFields(matchEvent),
          type: 'match_withdrawn',
        }
      );
    case 'MatchAutoConfirmed':
      return notification && countedNotification(notification, matchEvent);
    case 'MatchConfirmed':
      if (notificationId.startsWith('confirmed.'))
        return {
          ...matchFields(matchEvent),
          type: 'match_confirmed',
          personId: data.loggerId,
          playerId: data.confirmedBy,
        };
      return notification?.personId === data.confirmedBy
        ? { ...notification, answerBy: null, read: true }
        : notification && countedNotification(notification, matchEvent);
    default:
      return notification && { ...notification, answerBy: null, read: true };
  }
};

/** Someone whose deadline passed without an answer learns that the result counts. */
const countedNotification = (
  notification: Notification,
  matchEvent: RecordedEvent<MatchNotificationEvent>,
): Notification =>
  notification.answerBy === null
    ? { ...notification, read: true }
    : { ...notification, ...matchFields(matchEvent), type: 'match_counted' };

export type ChallengeNotificationEvent = Extract<ChallengeEvent, { type: 'ChallengeConfirmed' }>;

/**
 * A notification for the challenged opponent. `bookingId` is empty, because the booking is not
 * theirs.
 */
export const challengeNotification = ({
  data: { challengerId: playerId, opponentId: personId, courtId, startTime, endTime, zone },
  metadata: { at },
}: RecordedEvent<ChallengeNotificationEvent>): Notification => ({
  ...unreadNotification,
  type: 'match_challenge',
  side: 'player',
  personId,
  playerId,
  bookingId: '',
  courtId,
  startTime,
  endTime,
  zone,
  at,
});

/** Names the hour of the match that no longer counts, but none of the match's players. */
export const ratingNotification = ({
  data: { playerId, courtId, playedAt, zone },
  metadata: { at },
}: RecordedEvent<RatingCorrectionEvent>): Notification => ({
  ...unreadNotification,
  ...hourFrom(playedAt),
  type: 'rating_changed',
  side: 'player',
  personId: playerId,
  playerId,
  bookingId: '',
  courtId,
  zone,
  at,
});
