import type { RecordedEvent } from '../../platform/kernel/events.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import { isImported } from '../../play/matches/imported-match.js';
import type { MatchEvent } from '../../play/matches/match.events.js';
import type { Notice } from './notifications.projection.js';

/** The events of a match that somebody is told of, or that end what somebody was told. */
export const matchNews = [
  ...(['MatchPlayerAdded', 'MatchClaimed', 'MatchConfirmed', 'MatchAutoConfirmed'] as const),
  ...(['MatchDisputed', 'MatchDisputeSettled', 'MatchWithdrawn'] as const),
];
export type MatchNews = Extract<MatchEvent, { type: (typeof matchNews)[number] }>;

export const isOfMatch = <E extends Readonly<{ type: string }>>(event: E): event is E & MatchNews =>
  (matchNews as readonly string[]).includes(event.type);

/** Whoever holds a place in a match has one notice of it; a dispute and its end have one each, for who logged the match. */
export const matchKeysOf = ({ id, type, data }: RecordedEvent<MatchNews>): readonly string[] => {
  const of = (placeId: string) => `${data.bookingId}.${placeId}`;
  if ('placeId' in data) return [of(data.placeId)];
  const places = data.players.flatMap(({ placeId, playerId }) =>
    playerId === null ? [] : [of(placeId)],
  );
  return type === 'MatchDisputed' || type === 'MatchDisputeSettled'
    ? [...places, `disputed.${id}`]
    : places;
};

/** Every booking is an hour (domain rules, "Time"). */
const its = ({ data, metadata }: RecordedEvent<MatchNews>) => ({
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

/** What a notice of a match says after an event. Nobody without an account is told anything here: a mail does that. */
export const matchNotice = (
  notice: Notice | null,
  event: RecordedEvent<MatchNews>,
): Notice | null => {
  const { type, data } = event;
  if (isImported(data.loggerId)) return null;
  switch (type) {
    case 'MatchPlayerAdded':
    case 'MatchClaimed': {
      const { playerId: personId, side, answerBy, loggerId: playerId } = data;
      if (personId === null) return null;
      const what = side === 'opponent' ? 'match_to_confirm' : 'match_named';
      // Who claimed a place has the match before them.
      return {
        ...its(event),
        type: what,
        personId,
        playerId,
        answerBy,
        read: type === 'MatchClaimed',
      };
    }
    case 'MatchDisputed': {
      const { loggerId: personId, disputedBy: playerId } = data;
      if (notice) return { ...notice, answerBy: null, read: true };
      return {
        ...its(event),
        type: 'match_disputed',
        personId,
        playerId,
        answerBy: null,
        read: false,
      };
    }
    case 'MatchDisputeSettled': {
      const { upheld, loggerId } = data;
      const what = upheld ? 'match_voided' : 'match_stands';
      const { personId, playerId } = notice ?? { personId: loggerId, playerId: loggerId };
      return { ...its(event), type: what, personId, playerId, answerBy: null, read: false };
    }
    case 'MatchWithdrawn':
      return (
        notice && { ...notice, ...its(event), type: 'match_withdrawn', answerBy: null, read: false }
      );
    default:
      return notice && { ...notice, answerBy: null, read: true };
  }
};
