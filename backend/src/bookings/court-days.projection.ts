import { defineProjection } from '../projections/projection.js';
import { type Closure, closedAfter } from './court-day.js';
import type { CourtDayEvent } from './court-day.events.js';
import type { Hours } from './hours.js';

/** What is held of one court on one local day: hours of live bookings by booking id, and closures. */
export type CourtDayView = Readonly<{ taken: Readonly<Record<string, Hours>>; closed: readonly Closure[] }>;

/** Every hour of the day that nobody can book any more. */
export const heldOn = ({ taken, closed }: CourtDayView): readonly Hours[] => [...Object.values(taken), ...closed];

const empty: CourtDayView = { taken: {}, closed: [] };

/** Availability: one document for each court and day, `<courtId>_<yyyy-mm-dd>`. */
export const courtDays = defineProjection<CourtDayView, CourtDayEvent>({
  name: 'courtDays',
  version: 1,
  indexes: [],
  handles: ['BookingRequested', 'BookingCancelled', 'HoursClosed', 'HoursReopened'],
  key: ({ stream }) => stream.slice('courtDay-'.length),
  evolve(document, event) {
    const { taken, closed } = document ?? empty;
    const { type, data } = event;
    switch (type) {
      case 'BookingRequested':
        return { closed, taken: { ...taken, [data.bookingId]: { startTime: data.startTime, endTime: data.endTime } } };
      case 'BookingCancelled': {
        const { [data.bookingId]: _, ...rest } = taken;
        return { closed, taken: rest };
      }
      case 'HoursClosed':
      case 'HoursReopened':
        return { taken, closed: closedAfter(closed, event) };
      default:
        return document;
    }
  },
});
