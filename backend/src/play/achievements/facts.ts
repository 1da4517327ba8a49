import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { localDate } from '../../platform/kernel/local-time.js';
import type { MatchEvent } from '../matches/match.events.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import type { PayoutEvent } from '../../money/payouts/payout.events.js';
import type { ReviewEvent } from '../../booking/reviews/review.events.js';

type Known = BookingEvent | MatchEvent | MembershipEvent | PayoutEvent | ReviewEvent;

export const countedTypes = [
  'BookingCompleted',
  'MatchConfirmed',
  'MatchAutoConfirmed',
  'MatchDisputeSettled',
  'MatchWithdrawn',
  'ReviewsRevealed',
  'ReviewRemoved',
  'EliteActivated',
  'PayoutTransferred',
  'PayoutReversed',
] as const;

export type CountedEvent = Extract<Known, { type: (typeof countedTypes)[number] }>;

/**
 * What an event means for one user. `day` is the local date of the court, `cents` an integer
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
  | Readonly<{ kind: 'matchTakenBack'; matchId: string }>
  | Readonly<{ kind: 'courtReviewed'; bookingId: string }>
  | Readonly<{ kind: 'starsReceived'; bookingId: string; stars: number }>
  | Readonly<{ kind: 'starsTakenBack'; bookingId: string }>
  | Readonly<{ kind: 'joinedElite'; isFounder: boolean }>
  | Readonly<{ kind: 'paidOut'; transferId: string; cents: number }>;

export type FactOf<K extends Fact['kind']> = Extract<Fact, { kind: K }>;

/** Facts by user id, and the instant (UTC) at which they happened. */
export type Facts = Readonly<{ at: string; people: ReadonlyMap<string, Fact> }>;

type Lineup = Pick<
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
}: Lineup): Map<string, Fact> => {
  const holders = players.flatMap(({ playerId, side }) =>
    playerId === null ? [] : [{ playerId, side }],
  );
  const known = [{ playerId: loggerId, side: 'partner' }, ...holders];
  return new Map(
    known.map(({ playerId, side }) => {
      const others = known.flatMap((one) => (one.playerId === playerId ? [] : [one.playerId]));
      const won = result === (side === 'opponent' ? 'loss' : 'win');
      return [playerId, { kind: 'match', matchId, won, surface, discipline, others }];
    }),
  );
};

export const factsOf = ({ type, data }: RecordedEvent<CountedEvent>): Facts => {
  switch (type) {
    case 'BookingCompleted': {
      const { bookingId, courtId, playerId, hostId, startTime, zone, endTime } = data;
      const played = {
        kind: 'hourPlayed',
        bookingId,
        courtId,
        day: localDate(zone, startTime),
      } as const;
      const people = new Map<string, Fact>([
        [hostId, { kind: 'hourHosted', bookingId }],
        [playerId, played],
      ]);
      return { at: endTime, people };
    }
    case 'MatchConfirmed':
    case 'MatchAutoConfirmed':
      return { at: data.playedAt, people: matchFacts(data) };
    case 'MatchDisputeSettled':
      return { at: data.playedAt, people: data.upheld ? new Map() : matchFacts(data) };
    case 'MatchWithdrawn': {
      const { matchId } = data;
      const takenBack = [...matchFacts(data).keys()].map(
        (id) => [id, { kind: 'matchTakenBack', matchId }] as const,
      );
      return { at: data.withdrawnAt, people: new Map(takenBack) };
    }
    case 'ReviewsRevealed': {
      const { bookingId, hostId, playerId, courtRating: stars, revealedAt: at } = data;
      if (stars === null) return { at, people: new Map() };
      const people = new Map<string, Fact>([
        [hostId, { kind: 'starsReceived', bookingId, stars }],
        [playerId, { kind: 'courtReviewed', bookingId }],
      ]);
      return { at, people };
    }
    case 'ReviewRemoved': {
      const { side, hostId, bookingId, revealedRating, removedAt } = data;
      const wasSeen = side === 'player' && revealedRating !== null;
      return {
        at: removedAt,
        people: new Map(wasSeen ? [[hostId, { kind: 'starsTakenBack', bookingId }]] : []),
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
      const isBack = type === 'PayoutReversed';
      const { hostId, transferId, amountCents } = data;
      const paid = {
        kind: 'paidOut',
        transferId,
        cents: isBack ? -amountCents : amountCents,
      } as const;
      return {
        at: isBack ? data.reversedAt : data.transferredAt,
        people: new Map([[hostId, paid]]),
      };
    }
  }
};
