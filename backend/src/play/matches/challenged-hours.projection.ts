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

/** Challenged hours by booking id. The index serves the hours that a challenged player can log. */
export const challengedHours = defineProjection<
  ChallengedHourDocument,
  | Extract<ChallengeEvent, { type: 'ChallengeConfirmed' }>
  | Extract<BookingEvent, { type: 'BookingCompleted' }>
  | Extract<MatchEvent, { type: 'MatchLogged' | 'MatchWithdrawn' | 'MatchWithdrawalAgreed' }>
>({
  name: 'challengedHours',
  version: 1,
  indexes: [{ opponentId: 1, isOver: 1, isLogged: 1, startTime: -1 }],
  handles: [
    'ChallengeConfirmed',
    'BookingCompleted',
    'MatchLogged',
    'MatchWithdrawn',
    'MatchWithdrawalAgreed',
  ],
  key: ({ data }) => data.bookingId,
  evolve(hour, { type, data }) {
    if (type === 'ChallengeConfirmed') {
      const { confirmedAt: _, ...challengedHour } = data;
      return hour ?? { ...challengedHour, isOver: false, isLogged: false };
    }
    if (!hour) return null;
    return type === 'BookingCompleted'
      ? { ...hour, isOver: true }
      : { ...hour, isLogged: type === 'MatchLogged' };
  },
  audience: ({ challengerId, opponentId }) => [challengerId, opponentId],
  people: ({ challengerId, opponentId }) => [challengerId, opponentId],
});
