import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  bookingApproved,
  bookingCancelled,
  hoursClosed,
  bookingCompleted,
  bookingMoved,
  hourRange,
  hoursReopened,
  bookingRequested,
} from '../../../testing/court-day.js';
import { QUARTERS, courtDayHistories, quarterAt } from '../../../testing/court-day-histories.js';
import { fold, inStream } from '../../../testing/projection.js';
import { courtDay, isTimeTaken } from './court-day.js';
import type { CourtDayEvent } from './court-day.events.js';
import { type CourtDayView, courtDays } from './court-days.projection.js';

const NOTHING: CourtDayView = { hostId: 'hana', taken: {}, closed: [] };

const after = (...events: CourtDayEvent[]) =>
  fold(courtDays, ...inStream('courtDay-roxbury_2027-03-13', ...events)).get(
    'roxbury_2027-03-13',
  ) ?? NOTHING;

type Hours = ReturnType<typeof hourRange>;
const touches = (a: Hours, b: Hours) => a.startTime < b.endTime && b.startTime < a.endTime;

describe('the availability read model', () => {
  it('stores one document per court and day', () => {
    const events = [
      ...inStream('courtDay-roxbury_2027-03-13', bookingRequested()),
      ...inStream('courtDay-roxbury_2027-03-14', bookingRequested({ bookingId: 'booking-2' })),
    ];
    expect([...fold(courtDays, ...events).keys()]).toEqual([
      'roxbury_2027-03-13',
      'roxbury_2027-03-14',
    ]);
  });

  it('occupies the hour of a request, before and after approval', () => {
    const takenHours = { 'booking-1': hourRange('18:00', '19:00') };
    expect(after(bookingRequested())).toEqual({ hostId: 'hana', taken: takenHours, closed: [] });
    expect(after(bookingRequested(), bookingApproved())).toEqual({
      hostId: 'hana',
      taken: takenHours,
      closed: [],
    });
  });

  it('frees the hour of a canceled booking', () =>
    expect(after(bookingRequested(), bookingApproved(), bookingCancelled())).toEqual(NOTHING));

  it('occupies only the new hour of a moved booking', () =>
    expect(after(bookingRequested(), bookingApproved(), bookingMoved()).taken).toEqual({
      'booking-1': hourRange('21:00', '22:00'),
    }));

  it('contains no players, notes, or amounts', () =>
    expect(JSON.stringify(after(bookingRequested({ notes: 'with Anna' })))).not.toMatch(
      /pavel|Anna|33000/,
    ));

  it('keeps a played hour occupied', () =>
    expect(after(bookingRequested(), bookingApproved(), bookingCompleted()).taken).toEqual({
      'booking-1': hourRange('18:00', '19:00'),
    }));

  it('closes hours and reopens part of them', () =>
    expect(
      after(hoursClosed('17:00', '20:00'), hoursReopened('18:00', '19:00')).closed,
    ).toMatchObject([hourRange('17:00', '18:00'), hourRange('19:00', '20:00')]));

  it('matches the decider after any history, except for completed hours', () =>
    fc.assert(
      fc.property(courtDayHistories, (history) => {
        const view = after(...history);
        const day = foldAll(courtDay, history);
        const played = [...day.bookings.values()].filter(({ status }) => status === 'completed');
        expect(view.closed).toEqual(day.closed);
        for (let index = 0; index < QUARTERS; index++) {
          const quarter = { startTime: quarterAt(index), endTime: quarterAt(index + 1) };
          if (played.some((booking) => touches(booking, quarter))) continue;
          const isOccupied = [...Object.values(view.taken), ...view.closed].some((occupiedHours) =>
            touches(occupiedHours, quarter),
          );
          expect(isOccupied).toBe(isTimeTaken(day, quarter));
        }
      }),
      { numRuns: 300 },
    ));
});
