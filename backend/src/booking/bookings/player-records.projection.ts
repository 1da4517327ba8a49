import { defineProjection } from '../../platform/projections/projection.js';
import type { BookingEvent } from './booking.events.js';

/**
 * The number of hours played, and of confirmed bookings that the player canceled, in total and
 * after free cancellation had ended.
 */
export type PlayerRecord = Readonly<{
  playerId: string;
  played: number;
  cancelled: number;
  cancelledLate: number;
}>;

export const newRecord = { played: 0, cancelled: 0, cancelledLate: 0 };

/** Records by player id, for the player and for hosts who are deciding on a request. */
export const playerRecords = defineProjection<PlayerRecord, BookingEvent>({
  name: 'playerRecords',
  version: 2,
  indexes: [],
  handles: ['BookingCancelled', 'BookingCompleted'],
  key: ({ data }) => data.playerId,
  evolve(playerRecord, { type, data }) {
    const { playerId } = data;
    const { played, cancelled, cancelledLate } = playerRecord ?? newRecord;
    if (type === 'BookingCompleted')
      return { playerId, played: played + 1, cancelled, cancelledLate };
    const isCancelledByPlayer =
      type === 'BookingCancelled' && data.reason === 'player_cancelled' && data.approvedAt !== null;
    if (!isCancelledByPlayer) return { playerId, played, cancelled, cancelledLate };
    const isLate = data.rule === 'late' || data.rule === 'started';
    return {
      playerId,
      played,
      cancelled: cancelled + 1,
      cancelledLate: cancelledLate + (isLate ? 1 : 0),
    };
  },
  audience: ({ playerId }) => [playerId],
});
