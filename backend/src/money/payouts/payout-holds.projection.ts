import { defineProjection } from '../../platform/projections/projection.js';
import type { PayoutHoldEvent } from './payout-hold.events.js';

/** The latest hold on the payouts of a host or booking. `reason` is empty after the release. */
export type PayoutHoldDocument = Readonly<{
  hostId: string;
  bookingId: string | null;
  isHeld: boolean;
  reason: string;
  heldBy: string;
  heldAt: string;
}>;

/** Holds by the id of the booking or host. */
export const payoutHolds = defineProjection<PayoutHoldDocument, PayoutHoldEvent>({
  name: 'payoutHolds',
  version: 2,
  indexes: [{ isHeld: 1, heldAt: 1 }, { hostId: 1 }],
  handles: ['PayoutHeld', 'PayoutReleased'],
  key: ({ data: { bookingId, hostId } }) => bookingId ?? hostId,
  evolve(document, { type, data }) {
    if (type === 'PayoutReleased') return document && { ...document, isHeld: false, reason: '' };
    const { hostId, bookingId, reason, heldBy, heldAt } = data;
    return { hostId, bookingId, isHeld: true, reason, heldBy, heldAt };
  },
  audience: () => [],
  people: ({ heldBy }) => [heldBy],
});
