import { describe, expect, it } from '@jest/globals';
import { buildHostBooking } from '../../testing/booking';
import { closableHours, hoursWithinRanges, planDay } from './day-plan';
import { hoursOfDay } from './local-hours';

const day = '2027-03-14';
const at = (hour: number) => `2027-03-14T${String(hour).padStart(2, '0')}:00:00.000Z`;
/** Phoenix is seven hours behind UTC: 07:00 there is 14:00Z. */
const offered = hoursWithinRanges(hoursOfDay('America/Phoenix', day), [
  { from: '07:00', to: '10:00' },
  { from: '12:00', to: '14:00' },
]);
const closure = { startTime: at(15), endTime: at(16), reason: 'Resurfacing' };
const booking = buildHostBooking({ startTime: at(20), endTime: at(21) });

describe('a day plan', () => {
  it('joins consecutive open hours', () =>
    expect(planDay(offered, [], [])).toEqual([
      { start: at(14), end: at(17), state: 'open' },
      { start: at(19), end: at(21), state: 'open' },
    ]));

  it('shows closed and booked hours between open ones', () =>
    expect(planDay(offered, [closure], [booking])).toEqual([
      { start: at(14), end: at(15), state: 'open' },
      { start: at(15), end: at(16), state: 'closed', reason: 'Resurfacing' },
      { start: at(16), end: at(17), state: 'open' },
      { start: at(19), end: at(20), state: 'open' },
      { start: at(20), end: at(21), state: 'booked', booking },
    ]));

  it('shows a booking outside the current weekly hours', () => {
    const late = buildHostBooking({ startTime: at(22), endTime: at(23) });
    expect(planDay([], [], [late])).toEqual([
      { start: at(22), end: at(23), state: 'booked', booking: late },
    ]);
  });

  it('allows closing only future open hours', () =>
    expect(closableHours(offered, [closure], at(15)).map(({ start }) => start)).toEqual([
      at(16),
      at(19),
      at(20),
    ]));

  it('omits the hour skipped by a clock change', () => {
    const skipped = hoursWithinRanges(hoursOfDay('America/Los_Angeles', day), [
      { from: '01:00', to: '04:00' },
    ]);
    expect(planDay(skipped, [], [])).toEqual([{ start: at(9), end: at(11), state: 'open' }]);
  });
});
