import { CourtAccess, Surface } from '@courtly/contracts/courts';
import { Sport } from '@courtly/contracts/sport';
import { NeighborRules } from '@courtly/contracts/neighbor-rules';
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
/** An admin's reason may reveal something about the host, so it is personal data. */
const hostReason = { of: 'hostId', erased: { reason: '' } };
export const GuestInfo = z.object({
  houseRules: z.string(),
  arrivalNotes: z.string(),
  gateCode: z.string(),
});
export type GuestInfo = z.infer<typeof GuestInfo>;

/** Before courts stored their offset, a court-day was a local date. */
const withLocalCourtDays = (olderData: Record<string, unknown>) => ({
  ...olderData,
  standardOffsetMinutes: null,
});

const utcInstant = z.string();
/** Part of every court event, so that read models can group events by court and host. */
const courtFields = { courtId: z.string(), hostId: z.string() };

/**
 * The listing of a court, in the stream `court-<id>`. The zone never changes. The host's texts and
 * the exact location are personal data; the city is not.
 */
export const courtEvents = defineEvents(
  ['court'],
  {
    CourtListed: {
      version: 2,
      data: z.object({
        ...courtFields,
        zone: z.string(),
        /** The standard-time offset at that time, which determines the days of bookings. */
        standardOffsetMinutes: z.number().int().nullable(),
        ...CourtDetails.shape,
        weeklyHours: WeeklyHours,
        bookingRules: BookingRules,
        listedAt: utcInstant,
      }),
      personal: [hostTexts],
      upcasts: { 1: withLocalCourtDays },
    },
    /** A court that was listed without an offset gets one before its first booking or closure. */
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
    CourtNeighborRulesChanged: {
      version: 1,
      data: z.object({ ...courtFields, neighborRules: NeighborRules, changedAt: utcInstant }),
    },
    /** An admin's note about the city's requirements. Empty if it was removed. */
    CourtCityNoteChanged: {
      version: 1,
      data: z.object({ ...courtFields, note: z.string(), at: utcInstant }),
      personal: [{ of: 'hostId', erased: { note: '' } }],
    },
    CourtActivated: { version: 1, data: z.object({ ...courtFields, at: utcInstant }) },
    CourtDeactivated: { version: 1, data: z.object({ ...courtFields, at: utcInstant }) },
    /**
     * Hidden by an admin. Players can't find or book the court until an admin unhides it, whatever
     * the host does.
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
