import { offsetAt } from '../../platform/kernel/local-time.js';
import { defineProcess } from '../../platform/processes/process.js';
import type { ZoneDataEvent } from '../../platform/zone-data/zone-data.events.js';
import type { BookingEvent } from './booking.events.js';
import { CompareLocalTimesCommand } from './local-times.commands.js';

/**
 * Compares the clock times that people were shown with this worker's zone data: all future bookings
 * when new data takes effect, and each request that an API process with other data sold.
 */
export const localTimes = defineProcess<
  BookingEvent | ZoneDataEvent,
  Readonly<{ bookingId: string | null; position: string }>,
  never
>({
  name: 'localTimes',
  queue: 'deadlines',
  handles: ['ZoneDataTookEffect', 'BookingRequested'],
  react({ id, type, data, position }) {
    if (type === 'ZoneDataTookEffect')
      return [{ id: `zone-data.${id}`, due: null, data: { bookingId: null, position } }];
    if (type !== 'BookingRequested') return [];
    const { bookingId, zone, startTime, offsetMinutes } = data;
    const isOther =
      offsetMinutes !== undefined && offsetMinutes !== offsetAt(zone, Date.parse(startTime));
    return isOther
      ? [{ id: `local-time.${bookingId}`, due: null, data: { bookingId, position } }]
      : [];
  },
  command: (job, commandContext) => new CompareLocalTimesCommand(job, commandContext),
});
