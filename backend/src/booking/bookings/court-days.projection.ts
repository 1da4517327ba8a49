import { defineProjection } from '../../platform/projections/projection.js';
import { type Closure, closedAfter } from './court-day.js';
import type { CourtDayEvent } from './court-day.events.js';
import type { Hours } from './hours.js';

/** Hours of live bookings by booking id, and closures with their reasons. */
export type CourtDayView = Readonly<{
  hostId: string;
  taken: Readonly<Record<string, Hours>>;
  closed: readonly Closure[];
}>;

export const heldOn = ({
  taken,
  closed,
}: Pick<CourtDayView, 'taken' | 'closed'>): readonly Hours[] => [
  ...Object.values(taken),
  ...closed,
];

const empty = { taken: {}, closed: [] };

/** Availability: one document per court and local day, `<courtId>_<yyyy-mm-dd>`. */
export const courtDays = defineProjection<CourtDayView, CourtDayEvent>({
  name: 'courtDays',
  version: 2,
  indexes: [],
  handles: ['BookingRequested', 'BookingCancelled', 'HoursClosed', 'HoursReopened'],
  key: ({ stream }) => stream.slice('courtDay-'.length),
  evolve(document, event) {
    const { taken, closed }: Pick<CourtDayView, 'taken' | 'closed'> = document ?? empty;
    const { type, data } = event;
    const { hostId } = data;
    switch (type) {
      case 'BookingRequested':
        return {
          hostId,
          closed,
          taken: {
            ...taken,
            [data.bookingId]: { startTime: data.startTime, endTime: data.endTime },
          },
        };
      case 'BookingCancelled': {
        const { [data.bookingId]: _, ...rest } = taken;
        return { hostId, closed, taken: rest };
      }
      case 'HoursClosed':
      case 'HoursReopened':
        return { hostId, taken, closed: closedAfter(closed, event) };
      default:
        return document;
    }
  },
  people: ({ hostId }) => [hostId],
});
