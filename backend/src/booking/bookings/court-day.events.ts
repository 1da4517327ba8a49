import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { bookingEvents } from './booking.events.js';

const hoursFields = {
  courtId: z.string(),
  hostId: z.string(),
  zone: z.string(),
  startTime: z.string(),
  endTime: z.string(),
};

/**
 * The hours of one court on one day of its standard time. The stream is
 * `courtDay-<courtId>_<yyyy-mm-dd>`, and instants are UTC. `reason` is the host's own text.
 */
export const courtDayEvents = defineEvents(['courtDay'], {
  ...bookingEvents.definitions,
  HoursClosed: {
    version: 1,
    data: z.object({ ...hoursFields, reason: z.string() }),
    personal: [{ of: 'hostId', erased: { reason: '' }, isRemark: true }],
  },
  HoursReopened: { version: 1, data: z.object(hoursFields) },
  /** Prevents releases that cannot read this event from adding the hours of a local date. */
  StandardTimeAdopted: {
    version: 1,
    data: z.object({
      courtId: z.string(),
      hostId: z.string(),
      zone: z.string(),
      adoptedAt: z.string(),
    }),
  },
});

export type CourtDayStreamEvent = EventOf<typeof courtDayEvents>;

/** The events of bookings and closures. */
export type CourtDayEvent = Exclude<CourtDayStreamEvent, { type: 'StandardTimeAdopted' }>;
