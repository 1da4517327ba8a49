import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { localDate } from '../../platform/kernel/local-time.js';
import type { MatchEvent } from '../matches/match.events.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import type { PayoutEvent } from '../../money/payouts/payout.events.js';
import type { ReviewEvent } from '../../booking/reviews/review.events.js';

type AchievementEvent = BookingEvent | MatchEvent | MembershipEvent | PayoutEvent | ReviewEvent;

export const countedTypes = [
  'BookingCompleted',
  'MatchConfirmed',
  'MatchAutoConfirmed',
  'MatchDisputeSettled',
  'MatchVoided',
  'MatchPlayerLeft',
  'MatchWithdrawalAgreed',
  'MatchWithdrawn',
  'ReviewsRevealed',
  'ReviewRemoved',
  'EliteActivated',
  'PayoutTransferred',
  'PayoutReversed',
] as const;

export type CountedEvent = Extract<AchievementEvent, { type: (typeof countedTypes)[number] }>;

/**
 * What an event means for one user. `day` is a date in the court's zone, `cents` is an integer
 * amount, and `others` are user ids.
 */
export type Fact =
  | Readonly<{ kind: 'hourPlayed'; bookingId: string; courtId: string; day: string }>
  | Readonly<{ kind: 'hourHosted'; bookingId: string }>
  | Readonly<{
      kind: 'match';
      matchId: string;
      won: boolean;
      surface: string;
      discipline: 'singles' | 'doubles';
      others: readonly string[];
    }>
  | Readonly<{ kind: 'matchRevoked'; matchId: string }>
  | Readonly<{ kind: 'courtReviewed'; bookingId: string }>
  | Readonly<{ kind: 'starsReceived'; bookingId: string; stars: number }>
  | Readonly<{ kind: 'starsRevoked'; bookingId: string }>
  | Readonly<{ kind: 'joinedElite'; isFounder: boolean }>
  | Readonly<{ kind: 'paidOut'; transferId: string; cents: number }>;

export type FactOf<K extends Fact['kind']> = Extract<Fact, { kind: K }>;

/** Facts by user id, and the instant (UTC) of the event. */
export type EventFacts = Readonly<{ at: string; people: ReadonlyMap<string, Fact> }>;

type MatchLineup = Pick<
  Extract<CountedEvent, { type: 'MatchConfirmed' }>['data'],
  'matchId' | 'loggerId' | 'players' | 'result' | 'surface' | 'discipline'
>;

const matchFacts = ({
  matchId,
  loggerId,
  players,
  result,
  surface,
  discipline,
}: MatchLineup): Map<string, Fact> => {
  const registeredPlayers = players.flatMap(({ playerId, side }) =>
    playerId === null ? [] : [{ playerId, side }],
  );
  const participants = [{ playerId: loggerId, side: 'partner' }, ...registeredPlayers];
  return new Map(
    participants.map(({ playerId, side }) => {
      const otherPlayerIds = participants.flatMap((participant) =>
        participant.playerId === playerId ? [] : [participant.playerId],
      );
      const hasWon = result === (side === 'opponent' ? 'loss' : 'win');
      return [
        playerId,
        { kind: 'match', matchId, won: hasWon, surface, discipline, others: otherPlayerIds },
      ];
    }),
  );
};

const revokedFacts = (lineup: MatchLineup): Map<string, Fact> =>
  new Map(
    [...matchFacts(lineup).keys()].map((playerId) => [
      playerId,
      { kind: 'matchRevoked', matchId: lineup.matchId },
    ]),
  );

export const factsOf = ({ type, data }: RecordedEvent<CountedEvent>): EventFacts => {
  switch (type) {
    case 'BookingCompleted': {
      const { bookingId, courtId, playerId, hostId, startTime, zone, endTime } = data;
      const playedFact = {
        kind: 'hourPlayed',
        bookingId,
        courtId,
        day: localDate(zone, startTime),
      } as const;
      const factsByUser = new Map<string, Fact>([
        [hostId, { kind: 'hourHosted', bookingId }],
        [playerId, playedFact],
      ]);
      return { at: endTime, people: factsByUser };
    }
    case 'MatchConfirmed':
    case 'MatchAutoConfirmed':
      return { at: data.playedAt, people: matchFacts(data) };
    case 'MatchDisputeSettled':
      return data.effect === 'void'
        ? { at: data.settledAt, people: revokedFacts(data) }
        : { at: data.playedAt, people: data.effect === 'counts' ? matchFacts(data) : new Map() };
    case 'MatchVoided':
      return { at: data.voidedAt, people: revokedFacts(data) };
    case 'MatchPlayerLeft': {
      const { playerId, matchId, leftAt: at } = data;
      const isOver = !data.players.some(({ side }) => side === 'opponent');
      const remaining = isOver ? revokedFacts(data) : new Map<string, Fact>();
      return { at, people: new Map([...remaining, [playerId, { kind: 'matchRevoked', matchId }]]) };
    }
    case 'MatchWithdrawalAgreed':
      return { at: data.agreedAt, people: revokedFacts(data) };
    case 'MatchWithdrawn':
      return { at: data.withdrawnAt, people: revokedFacts(data) };
    case 'ReviewsRevealed': {
      const { bookingId, hostId, playerId, courtRating: stars, revealedAt: at } = data;
      if (stars === null) return { at, people: new Map() };
      const factsByUser = new Map<string, Fact>([
        [hostId, { kind: 'starsReceived', bookingId, stars }],
        [playerId, { kind: 'courtReviewed', bookingId }],
      ]);
      return { at, people: factsByUser };
    }
    case 'ReviewRemoved': {
      const { side, hostId, bookingId, revealedRating, removedAt } = data;
      const wasRevealed = side === 'player' && revealedRating !== null;
      return {
        at: removedAt,
        people: new Map(wasRevealed ? [[hostId, { kind: 'starsRevoked', bookingId }]] : []),
      };
    }
    case 'EliteActivated': {
      const isFounder = data.founderNumber !== null;
      return {
        at: data.activatedAt,
        people: new Map([[data.userId, { kind: 'joinedElite', isFounder }]]),
      };
    }
    case 'PayoutTransferred':
    case 'PayoutReversed': {
      const isReversal = type === 'PayoutReversed';
      const { hostId, transferId, amountCents } = data;
      const payoutFact = {
        kind: 'paidOut',
        transferId,
        cents: isReversal ? -amountCents : amountCents,
      } as const;
      return {
        at: isReversal ? data.reversedAt : data.transferredAt,
        people: new Map([[hostId, payoutFact]]),
      };
    }
  }
};
