import { defineProjection } from '../../platform/projections/projection.js';
import type { GuestWaiverEvent } from './guest-waivers.events.js';
import { type GuestWaivers, guestWaivers as decider } from './guest-waivers.js';

/** `nextErasureAt` is when the next guest is due for erasure (UTC). */
export type GuestWaiversDocument = GuestWaivers &
  Readonly<{
    bookingId: string;
    courtId: string;
    hostId: string;
    playerId: string;
    nextErasureAt: string | null;
  }>;

/** Guests and their waivers, by booking id. */
export const guestWaivers = defineProjection<GuestWaiversDocument, GuestWaiverEvent>({
  name: 'guestWaivers',
  version: 3,
  indexes: [{ nextErasureAt: 1 }, { playerId: 1, _id: -1 }],
  handles: [
    'GuestAdded',
    'GuestLinkReplaced',
    'GuestRemoved',
    'GuestWaiverSigned',
    'GuestErasureRequested',
    'GuestErased',
  ],
  key: ({ data }) => data.bookingId,
  evolve(storedGuests, guestEvent) {
    const { bookingId, courtId, hostId, playerId } = guestEvent.data;
    const state = decider.evolve(storedGuests ?? decider.initial, guestEvent);
    const nextErasureAt = Object.values(state.keptUntil).sort()[0] ?? null;
    return { ...state, bookingId, courtId, hostId, playerId, nextErasureAt };
  },
  audience: ({ hostId, playerId }) => [hostId, playerId],
  people: ({ hostId, playerId, keptUntil }) => [hostId, playerId, ...Object.keys(keptUntil)],
});
