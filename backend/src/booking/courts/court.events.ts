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
/** What a host writes of their own place, and where exactly it is. */
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
/** Why an admin did something to a court may tell of its host. */
const aboutTheHost = { of: 'hostId', erased: { reason: '' } };
/** What a host tells those who come to play. */
const guestInfo = { houseRules: z.string(), arrivalNotes: z.string(), gateCode: z.string() };

const at = z.string();
/** What every event of a court says, so that a read model keys by host from the event alone. */
const its = { courtId: z.string(), hostId: z.string() };

/**
 * What happens to a listing. The stream is `court-<id>`; the zone is fixed when it is listed, since the days of its
 * bookings depend on it. The host's own words and the exact place are personal data, the city is not.
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
    /** An admin hides a court: nobody finds nor books it until an admin shows it again, whatever its host does. */
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
