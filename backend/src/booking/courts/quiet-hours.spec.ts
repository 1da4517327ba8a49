import { describe, expect, it } from '@jest/globals';
import type { NeighborRules } from '@courtly/contracts/neighbor-rules';
import { standardNeighborRules } from '@courtly/contracts/standard-neighbor-rules';
import { aListing, everyDay } from '../../../testing/court.js';
import { bookableSlots, hoursOn, requestedHour } from './bookable-hours.js';
import { playableHours } from './quiet-hours.js';

const NOW = '2027-03-01T12:00:00.000Z';
const rules = {
  leadMinutes: 0,
  horizonDays: 90,
  headStartMinutes: 0,
  hostAnswerBeforeStartMinutes: 0,
};
const courtWith = (
  neighborRules: Partial<NeighborRules>,
  sports: ('tennis' | 'pickleball')[] = ['tennis'],
) =>
  aListing({
    zone: 'America/Phoenix',
    standardOffsetMinutes: -420,
    weeklyHours: { ...everyDay, wednesday: [{ from: '00:00', to: '24:00' }] },
    sports,
    neighborRules: { ...standardNeighborRules, ...neighborRules },
  });
const quietPickleball = {
  quietHours: { tennis: null, pickleball: { from: '20:00', to: '09:00' } },
};
const wednesdayOf = (court: ReturnType<typeof aListing>) => playableHours(court).wednesday;

describe("the neighbors' rules", () => {
  it('keep the weekly hours if no hour is quiet', () => {
    const court = courtWith({});
    expect(playableHours(court)).toBe(court.weeklyHours);
  });

  it('remove quiet hours, including across midnight', () => {
    expect(wednesdayOf(courtWith(quietPickleball, ['pickleball']))).toEqual([
      { from: '09:00', to: '20:00' },
    ]);
    const siesta = { quietHours: { tennis: { from: '13:00', to: '15:00' }, pickleball: null } };
    expect(wednesdayOf(courtWith(siesta))).toEqual([
      { from: '00:00', to: '13:00' },
      { from: '15:00', to: '24:00' },
    ]);
  });

  it('apply only to the sports of the court, and the strictest one wins', () => {
    expect(wednesdayOf(courtWith(quietPickleball))).toEqual([{ from: '00:00', to: '24:00' }]);
    expect(wednesdayOf(courtWith(quietPickleball, ['tennis', 'pickleball']))).toEqual([
      { from: '09:00', to: '20:00' },
    ]);
  });

  it('end the day when the lights go off', () =>
    expect(wednesdayOf(courtWith({ lightsOff: '22:00' }))).toEqual([
      { from: '06:00', to: '22:00' },
    ]));

  it('keep quiet hours out of the offered slots', () => {
    const court = courtWith({ lightsOff: '18:00' });
    const slots = bookableSlots(court, '2027-03-10', [], rules, false, NOW);
    expect([slots.length, slots[0]!.time, slots.at(-1)!.time]).toEqual([
      12,
      '06:00 AM',
      '05:00 PM',
    ]);
    expect(hoursOn(court, '2027-03-10').filter(({ isOffered }) => isOffered)).toHaveLength(12);
  });

  it('refuse a request for a quiet hour', () => {
    const court = courtWith({ lightsOff: '18:00' });
    const hour = { startTime: '2027-03-11T01:00:00.000Z', endTime: '2027-03-11T02:00:00.000Z' };
    expect(() => requestedHour(hour, court, rules, true, NOW)).toThrow(
      'The court has quiet hours at that time. Please choose another one.',
    );
    expect(requestedHour(hour, courtWith({}), rules, true, NOW).hour).toBe(18);
  });
});
