import { describe, expect, it } from '@jest/globals';
import { buildHostBooking } from '../../testing/booking';
import { courtHoursLike } from '../../testing/court';
import { closableHours, planDay } from './day-plan';

const day = '2027-03-14';
const utcHour = (hour: number) => `2027-03-14T${String(hour).padStart(2, '0')}:00:00.000Z`;
/** 7 to 10 AM and 12 to 2 PM in Phoenix, which is seven hours behind UTC. */
const phoenixHours = courtHoursLike(day);
const offeredHours = [...phoenixHours.slice(7, 10), ...phoenixHours.slice(12, 14)].map(
  ({ start, end }) => ({ start, end }),
);
const resurfacing = { startTime: utcHour(15), endTime: utcHour(16), reason: 'Resurfacing' };
const booking = buildHostBooking({ startTime: utcHour(20), endTime: utcHour(21) });

describe('a day plan', () => {
  it('joins consecutive open hours', () =>
    expect(planDay(offeredHours, [], [])).toEqual([
      { start: utcHour(14), end: utcHour(17), state: 'open' },
      { start: utcHour(19), end: utcHour(21), state: 'open' },
    ]));

  it('shows closed and booked hours between open ones', () =>
    expect(planDay(offeredHours, [resurfacing], [booking])).toEqual([
      { start: utcHour(14), end: utcHour(15), state: 'open' },
      { start: utcHour(15), end: utcHour(16), state: 'closed', reason: 'Resurfacing' },
      { start: utcHour(16), end: utcHour(17), state: 'open' },
      { start: utcHour(19), end: utcHour(20), state: 'open' },
      { start: utcHour(20), end: utcHour(21), state: 'booked', booking },
    ]));

  it('shows a booking outside the current weekly hours', () => {
    const lateBooking = buildHostBooking({ startTime: utcHour(22), endTime: utcHour(23) });
    expect(planDay([], [], [lateBooking])).toEqual([
      { start: utcHour(22), end: utcHour(23), state: 'booked', booking: lateBooking },
    ]);
  });

  it('allows closing only future open hours', () =>
    expect(
      closableHours(offeredHours, [resurfacing], utcHour(15)).map(({ start }) => start),
    ).toEqual([utcHour(16), utcHour(19), utcHour(20)]));
});
