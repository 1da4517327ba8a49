import { defineProjection } from '../../platform/projections/projection.js';
import type { FounderEvent } from './founders.events.js';
import type { FounderSeat } from './founders.js';

export type FounderSeatDocument = FounderSeat & Readonly<{ isReleased: boolean }>;

/**
 * Every founding seat that was ever reserved, by number. `until` (UTC) is set only while a seat is
 * reserved.
 */
export const founderSeats = defineProjection<FounderSeatDocument, FounderEvent>({
  name: 'founderSeats',
  version: 2,
  indexes: [{ until: 1 }],
  handles: ['FounderSeatReserved', 'FounderSeatReleased', 'FounderSeatTaken'],
  key: ({ data }) => String(data.number),
  evolve: (_, { type, data }) => ({
    number: data.number,
    userId: data.userId,
    until: type === 'FounderSeatReserved' ? data.until : null,
    isReleased: type === 'FounderSeatReleased',
  }),
  audience: ({ userId }) => [userId],
});
