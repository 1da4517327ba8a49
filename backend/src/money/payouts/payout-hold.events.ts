import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const holdFields = { hostId: z.string(), bookingId: z.string().nullable(), reason: z.string() };

/**
 * An admin's hold on the payouts of a host or of one booking. The stream is `payoutHold-<holdId>`.
 * `holdId` is the id of the booking or, if `bookingId` is null, of the host.
 */
export const payoutHoldEvents = defineEvents(['payoutHold'], {
  PayoutHeld: {
    version: 1,
    data: z.object({ ...holdFields, heldBy: z.string(), heldAt: z.string() }),
    personal: [{ of: 'heldBy', erased: { reason: '' }, isRemark: true }],
  },
  PayoutReleased: {
    version: 1,
    data: z.object({ ...holdFields, releasedBy: z.string(), releasedAt: z.string() }),
    personal: [{ of: 'releasedBy', erased: { reason: '' }, isRemark: true }],
  },
});

export type PayoutHoldEvent = EventOf<typeof payoutHoldEvents>;
