import { describe, expect, it } from '@jest/globals';
import { closuresOn } from './closures-of-day.js';

const losAngeles = { zone: 'America/Los_Angeles', standardOffsetMinutes: -480 };
const closure = (startTime: string, endTime: string, reason = 'resurfacing') => ({
  startTime: `2027-07-${startTime}:00.000Z`,
  endTime: `2027-07-${endTime}:00.000Z`,
  reason,
});
/** At the court, Saturday starts at 7:00 UTC and its court-day at 8:00 UTC. */
const on = (...closures: ReturnType<typeof closure>[]) =>
  closuresOn(losAngeles, '2027-07-10', closures);

describe('the closures of a local day', () => {
  it('merge their parts from two court-days', () => {
    const parts = [closure('10T08:00', '11T07:00'), closure('10T07:00', '10T08:00')];
    expect(on(...parts)).toEqual([closure('10T07:00', '11T07:00')]);
  });

  it('stay separate if only their ends meet', () => {
    const closures = [closure('10T15:00', '10T16:00'), closure('10T16:00', '10T17:00')];
    expect(on(...closures)).toEqual(closures);
  });

  it('stay separate if their reasons differ', () => {
    const closures = [closure('10T07:00', '10T08:00'), closure('10T08:00', '10T09:00', 'rain')];
    expect(on(...closures)).toEqual(closures);
  });

  it('merge their copies from several court-days', () =>
    expect(on(closure('10T15:00', '10T16:00'), closure('10T15:00', '10T16:00'))).toEqual([
      closure('10T15:00', '10T16:00'),
    ]));

  it('exclude other days and end when the day ends', () => {
    expect(on(closure('09T15:00', '09T16:00'))).toEqual([]);
    expect(on(closure('10T06:00', '10T09:00'))).toEqual([closure('10T07:00', '10T09:00')]);
  });

  it('do not exist on a day that a zone skips', () =>
    expect(
      closuresOn({ zone: 'Pacific/Apia', standardOffsetMinutes: 780 }, '2011-12-30', [
        closure('10T15:00', '10T16:00'),
      ]),
    ).toEqual([]));
});
