import { defineProjection } from '../../platform/projections/projection.js';
import type { BookingEvent } from './booking.events.js';

/** The number of hours played, and of confirmed bookings that the player canceled. */
export type PlayerRecord = Readonly<{ played: number; cancelled: number }>;

/** By player id, for hosts who are deciding on a request. */
export const playerRecords = defineProjection<PlayerRecord, BookingEvent>({
  name: 'playerRecords',
  version: 1,
  indexes: [],
  handles: ['BookingCancelled', 'BookingCompleted'],
  key: ({ data }) => data.playerId,
  evolve(playerRecord, { type, data }) {
    const { played, cancelled } = playerRecord ?? { played: 0, cancelled: 0 };
    if (type === 'BookingCompleted') return { played: played + 1, cancelled };
    const isCancelledByPlayer =
      type === 'BookingCancelled' && data.reason === 'player_cancelled' && data.approvedAt !== null;
    return { played, cancelled: cancelled + (isCancelledByPlayer ? 1 : 0) };
  },
  audience: () => [],
});
