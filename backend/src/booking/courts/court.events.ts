import { CourtAccess, Sport, Surface } from '@courtly/contracts/courts';
import { BookingRules, WeeklyHours } from '@courtly/contracts/opening-hours';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

export const CourtDetails = z.object({
  name: z.string(),
  description: z.string(),
  location: z.string(),
  street: z.string(),
  address: z.string(),
  surfaceType: Surface,
  sports: z.array(Sport),
  courtAccess: CourtAccess,
  rateCents: z.number().int(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  amenities: z.array(z.string()),
});
export type CourtDetails = z.infer<typeof CourtDetails>;

const hostTexts = {
  of: 'hostId',
  erased: {
    name: 'A court of a former member',
    description: '',
    street: '',
    address: '',
    latitude: null,
    longitude: null,
    amenities: [],
  },
};
/** An admin's reason may reveal something about the host. */
const hostReason = { of: 'hostId', erased: { reason: '' } };
export const GuestInfo = z.object({
  houseRules: z.string(),
  arrivalNotes: z.string(),
  gateCode: z.string(),
});
export type GuestInfo = z.infer<typeof GuestInfo>;

/** Before courts stored an offset, a court-day was a local date. */
const withLocalCourtDays = (olderData: Record<string, unknown>) => ({
  ...olderData,
  standardOffsetMinutes: null,
});

const utcInstant = z.string();
/** Part of every court event, so that read models can key it by host. */
const courtFields = { courtId: z.string(), hostId: z.string() };

/**
 * A listing. The stream is `court-<id>`. The zone never changes. `standardOffsetMinutes` is its
 * offset in standard time when the court was listed, which the days of bookings depend on. The
 * host's texts and the exact place are personal data; the city is not.
 */
export const courtEvents = defineEvents(
  ['court'],
  {
    CourtListed: {
      version: 2,
      data: z.object({
        ...courtFields,
        zone: z.string(),
        standardOffsetMinutes: z.number().int().nullable(),
        ...CourtDetails.shape,
        weeklyHours: WeeklyHours,
        bookingRules: BookingRules,
        listedAt: utcInstant,
      }),
      personal: [hostTexts],
      upcasts: { 1: withLocalCourtDays },
    },
    /** Before its first booking or closure, a court that was listed without an offset gets one. */
    CourtStandardTimeSet: {
      version: 1,
      data: z.object({
        ...courtFields,
        standardOffsetMinutes: z.number().int(),
        setAt: utcInstant,
      }),
    },
    CourtDetailsChanged: {
      version: 1,
      data: z.object({ ...courtFields, ...CourtDetails.shape, changedAt: utcInstant }),
      personal: [hostTexts],
    },
    CourtScheduleChanged: {
      version: 1,
      data: z.object({
        ...courtFields,
        weeklyHours: WeeklyHours,
        bookingRules: BookingRules,
        changedAt: utcInstant,
      }),
    },
    CourtPhotosChanged: {
      version: 1,
      data: z.object({ ...courtFields, photos: z.array(z.string()), changedAt: utcInstant }),
    },
    CourtGuestInfoChanged: {
      version: 1,
      data: z.object({ ...courtFields, ...GuestInfo.shape, changedAt: utcInstant }),
      personal: [{ of: 'hostId', erased: { houseRules: '', arrivalNotes: '', gateCode: '' } }],
    },
    CourtActivated: { version: 1, data: z.object({ ...courtFields, at: utcInstant }) },
    CourtDeactivated: { version: 1, data: z.object({ ...courtFields, at: utcInstant }) },
    /**
     * Hidden by an admin: players can't find or book it until an admin unhides it, whatever its
     * host does.
     */
    CourtHidden: {
      version: 1,
      data: z.object({ ...courtFields, zone: z.string(), reason: z.string(), at: utcInstant }),
      personal: [hostReason],
    },
    CourtUnhidden: {
      version: 1,
      data: z.object({ ...courtFields, zone: z.string(), reason: z.string(), at: utcInstant }),
      personal: [hostReason],
    },
  },
  { live: true },
);

export type CourtEvent = EventOf<typeof courtEvents>;
