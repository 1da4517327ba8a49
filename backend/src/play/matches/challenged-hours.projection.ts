import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import type { ChallengeEvent } from './challenge.events.js';
import type { MatchEvent } from './match.events.js';

/** An hour to which someone was challenged. `isLogged` is whether it has a result. */
export type ChallengedHourDocument = Readonly<{
  bookingId: string;
  courtId: string;
  challengerId: string;
  opponentId: string;
  startTime: string;
  endTime: string;
  zone: string;
  isOver: boolean;
  isLogged: boolean;
}>;

const matchEventTypes = [
  'MatchLogged',
  'MatchPlayerLeft',
  'MatchExpired',
  'MatchWithdrawn',
  'MatchWithdrawalAgreed',
] as const;

/** Challenged hours by booking id. The index serves the hours that a challenged player can log. */
export const challengedHours = defineProjection<
  ChallengedHourDocument,
  | Extract<ChallengeEvent, { type: 'ChallengeConfirmed' }>
  | Extract<BookingEvent, { type: 'BookingCompleted' }>
  | Extract<MatchEvent, { type: (typeof matchEventTypes)[number] }>
>({
  name: 'challengedHours',
  version: 2,
  indexes: [{ opponentId: 1, isOver: 1, isLogged: 1, startTime: -1 }],
  handles: ['ChallengeConfirmed', 'BookingCompleted', ...matchEventTypes],
  key: ({ data }) => data.bookingId,
  evolve(hour, { type, data }) {
    if (type === 'ChallengeConfirmed') {
      const { confirmedAt: _, ...challengedHour } = data;
      return hour ?? { ...challengedHour, isOver: false, isLogged: false };
    }
    if (!hour) return null;
    if (type === 'BookingCompleted') return { ...hour, isOver: true };
    // Without an opponent, the match is incomplete and can be logged again.
    if (type === 'MatchPlayerLeft')
      return data.players.some(({ side }) => side === 'opponent')
        ? hour
        : { ...hour, isLogged: false };
    return { ...hour, isLogged: type === 'MatchLogged' };
  },
  audience: ({ challengerId, opponentId }) => [challengerId, opponentId],
  people: ({ challengerId, opponentId }) => [challengerId, opponentId],
});
