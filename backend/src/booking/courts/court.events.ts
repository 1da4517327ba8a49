import { CourtAccess, Sport, Surface } from '@courtly/contracts/courts';
import { BookingRules, WeeklyHours } from '@courtly/contracts/opening-hours';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const details = {
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
};
const hostsWords = {
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
const aboutTheHost = { of: 'hostId', erased: { reason: '' } };
const guestInfo = { houseRules: z.string(), arrivalNotes: z.string(), gateCode: z.string() };

const at = z.string();
/** In every court event, so that a read model keys by host from the event alone. */
const its = { courtId: z.string(), hostId: z.string() };

/**
 * A listing. The stream is `court-<id>`. The zone never changes, because the days of bookings
 * depend on it. The host's texts and the exact place are personal data; the city is not.
 */
export const courtEvents = defineEvents(
  ['court'],
  {
    CourtListed: {
      version: 1,
      data: z.object({
        ...its,
        zone: z.string(),
        ...details,
        weeklyHours: WeeklyHours,
        bookingRules: BookingRules,
        listedAt: at,
      }),
      personal: [hostsWords],
    },
    CourtDetailsChanged: {
      version: 1,
      data: z.object({ ...its, ...details, changedAt: at }),
      personal: [hostsWords],
    },
    CourtScheduleChanged: {
      version: 1,
      data: z.object({
        ...its,
        weeklyHours: WeeklyHours,
        bookingRules: BookingRules,
        changedAt: at,
      }),
    },
    CourtPhotosChanged: {
      version: 1,
      data: z.object({ ...its, photos: z.array(z.string()), changedAt: at }),
    },
    CourtGuestInfoChanged: {
      version: 1,
      data: z.object({ ...its, ...guestInfo, changedAt: at }),
      personal: [{ of: 'hostId', erased: { houseRules: '', arrivalNotes: '', gateCode: '' } }],
    },
    CourtActivated: { version: 1, data: z.object({ ...its, at }) },
    CourtDeactivated: { version: 1, data: z.object({ ...its, at }) },
    /**
     * Hidden by an admin: players can't find or book it until an admin unhides it, whatever its
     * host does.
     */
    CourtHidden: {
      version: 1,
      data: z.object({ ...its, zone: z.string(), reason: z.string(), at }),
      personal: [aboutTheHost],
    },
    CourtUnhidden: {
      version: 1,
      data: z.object({ ...its, zone: z.string(), reason: z.string(), at }),
      personal: [aboutTheHost],
    },
  },
  { live: true },
);

export type CourtEvent = EventOf<typeof courtEvents>;
