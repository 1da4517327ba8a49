import { GuardianRelation } from '@courtly/contracts/waivers';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { BookingParties } from '../bookings/booking.events.js';

const guestFields = BookingParties.extend({ guestId: z.string() });

/** `name` and `email` are what the player entered; `email` is empty if the link is not emailed. */
const emptyGuest = { name: '', email: '' };
const emptySignature = { name: '', guardian: null, userAgent: '', ipAddress: '' };

/**
 * The guests of a booking and their waivers, in the stream `guestWaivers-<bookingId>`. Each guest
 * has a separate key, so that they can be erased without an account.
 */
export const guestWaiverEvents = defineEvents(['guestWaivers'], {
  GuestAdded: {
    version: 1,
    data: guestFields.extend({
      name: z.string(),
      email: z.string(),
      isEmailed: z.boolean(),
      addedAt: z.string(),
      keepUntil: z.string(),
    }),
    personal: [
      { of: 'guestId', createsKey: true, isRemark: true, isContent: true, erased: emptyGuest },
    ],
  },
  /** Only the link with this number works. The first is 1. */
  GuestLinkReplaced: {
    version: 1,
    data: guestFields.extend({
      link: z.number().int(),
      isEmailed: z.boolean(),
      replacedAt: z.string(),
    }),
  },
  GuestRemoved: { version: 1, data: guestFields.extend({ removedAt: z.string() }) },
  /** `name` is what the guest entered. `guardian` signed for a minor, or is null. */
  GuestWaiverSigned: {
    version: 1,
    data: guestFields.extend({
      version: z.string(),
      textHash: z.string(),
      name: z.string(),
      guardian: z.object({ name: z.string(), relation: GuardianRelation }).nullable(),
      userAgent: z.string(),
      ipAddress: z.string(),
      signedAt: z.string(),
      keepUntil: z.string(),
    }),
    personal: [{ of: 'guestId', isRemark: true, isContent: true, erased: emptySignature }],
  },
  /** `reference` is where an operator finds the written request. It must not contain a name. */
  GuestErasureRequested: {
    version: 1,
    data: guestFields.extend({ reference: z.string(), requestedAt: z.string() }),
  },
  /** The guest's key was deleted. */
  GuestErased: { version: 1, data: guestFields.extend({ erasedAt: z.string() }) },
});

export type GuestWaiverEvent = EventOf<typeof guestWaiverEvents>;
