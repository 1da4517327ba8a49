import { FOLLOWERS, defineProjection } from '../../platform/projections/projection.js';
import { type Closure, closedAfter } from './court-day.js';
import type { CourtDayEvent } from './court-day.events.js';
import type { Hours } from './hours.js';

/** The hours of live bookings by booking id, and the closures with their reasons. */
export type CourtDayView = Readonly<{
  hostId: string;
  taken: Readonly<Record<string, Hours>>;
  closed: readonly Closure[];
}>;

export const occupiedHours = ({
  taken: takenHours,
  closed,
}: Pick<CourtDayView, 'taken' | 'closed'>): readonly Hours[] => [
  ...Object.values(takenHours),
  ...closed,
];

const emptyCourtDay = { taken: {}, closed: [] };

/** Availability: one document per court-day, `<courtId>_<yyyy-mm-dd>`. */
export const courtDays = defineProjection<CourtDayView, CourtDayEvent>({
  name: 'courtDays',
  version: 4,
  indexes: [],
  handles: ['BookingRequested', 'BookingMoved', 'BookingCancelled', 'HoursClosed', 'HoursReopened'],
  key: ({ stream }) => stream.slice('courtDay-'.length),
  evolve(courtDayView, courtDayEvent) {
    const { taken: takenHours, closed }: Pick<CourtDayView, 'taken' | 'closed'> =
      courtDayView ?? emptyCourtDay;
    const { type, data } = courtDayEvent;
    const { hostId } = data;
    switch (type) {
      case 'BookingRequested':
      case 'BookingMoved':
        return {
          hostId,
          closed,
          taken: {
            ...takenHours,
            [data.bookingId]: { startTime: data.startTime, endTime: data.endTime },
          },
        };
      case 'BookingCancelled': {
        const { [data.bookingId]: _, ...otherHours } = takenHours;
        return { hostId, closed, taken: otherHours };
      }
      case 'HoursClosed':
      case 'HoursReopened':
        return { hostId, taken: takenHours, closed: closedAfter(closed, courtDayEvent) };
      default:
        return courtDayView;
    }
  },
  audience: ({ hostId }) => [hostId, FOLLOWERS],
  people: ({ hostId }) => [hostId],
});
