import { CourtAccess, Sport, Surface } from '@courtly/contracts/courts';
import { CourtPolicy, WeeklyHours } from '@courtly/contracts/opening-hours';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../kernel/events.js';

const details = {
  name: z.string(),
  description: z.string(),
  location: z.string(),
  address: z.string(),
  surfaceType: Surface,
  sports: z.array(Sport),
  courtAccess: CourtAccess,
  rateCents: z.number().int(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  amenities: z.array(z.string()),
};
const courtId = z.string();
const at = z.string();

/**
 * What happens to a listing. The stream is `court-<id>`; the zone is fixed when it is listed, since the days of its
 * bookings depend on it. The address is the owner's personal data.
 */
export const courtEvents = defineEvents(['court'], {
  CourtListed: {
    version: 1,
    data: z.object({
      courtId,
      ownerId: z.string(),
      zone: z.string(),
      ...details,
      weeklyHours: WeeklyHours,
      policy: CourtPolicy,
      listedAt: at,
    }),
    personal: { of: 'ownerId', erased: { address: '' } },
  },
  CourtDetailsChanged: {
    version: 1,
    data: z.object({ courtId, ownerId: z.string(), ...details, changedAt: at }),
    personal: { of: 'ownerId', erased: { address: '' } },
  },
  CourtScheduleChanged: {
    version: 1,
    data: z.object({ courtId, weeklyHours: WeeklyHours, policy: CourtPolicy, changedAt: at }),
  },
  CourtPhotosChanged: { version: 1, data: z.object({ courtId, photos: z.array(z.string()), changedAt: at }) },
  CourtActivated: { version: 1, data: z.object({ courtId, at }) },
  CourtDeactivated: { version: 1, data: z.object({ courtId, at }) },
});

export type CourtEvent = EventOf<typeof courtEvents>;
