import { defineProjection } from '../../platform/projections/projection.js';
import type { FounderEvent } from './founders.events.js';
import type { Seat } from './founders.js';

/** The founding seats that are taken or kept, by their numbers. `until` is null of those that are taken. */
export const founderSeats = defineProjection<Seat, FounderEvent>({
  name: 'founderSeats',
  version: 1,
  indexes: [{ until: 1 }],
  handles: ['FounderSeatReserved', 'FounderSeatReleased', 'FounderSeatTaken'],
  key: ({ data }) => String(data.number),
  evolve(_, { type, data: { number, userId, ...rest } }) {
    if (type === 'FounderSeatReleased') return null;
    return { number, userId, until: 'until' in rest ? rest.until : null };
  },
  audience: ({ userId }) => [userId],
});
