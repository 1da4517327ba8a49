import { describe, expect, it } from '@jest/globals';
import { hoursOfDay } from './local-hours';

const startsAt = (zone: string, day: string, hour: number) =>
  hoursOfDay(zone, day)
    .filter((localHour) => localHour.hour === hour)
    .map(({ start }) => start);

describe('the hours of a local day', () => {
  it('span 24 hours from local midnight to midnight', () => {
    const hours = hoursOfDay('America/Los_Angeles', '2027-03-13');
    expect(hours).toHaveLength(24);
    expect(hours[0]!.start).toBe('2027-03-13T08:00:00.000Z');
    expect(hours.at(-1)!.end).toBe('2027-03-14T08:00:00.000Z');
    expect(startsAt('America/Los_Angeles', '2027-03-13', 10)).toEqual(['2027-03-13T18:00:00.000Z']);
  });

  it('omit the hour skipped in spring', () => {
    const hours = hoursOfDay('America/Los_Angeles', '2027-03-14');
    expect(hours).toHaveLength(23);
    expect(hours.map(({ hour }) => hour)).not.toContain(2);
    expect(hours[1]).toEqual({
      start: '2027-03-14T09:00:00.000Z',
      end: '2027-03-14T10:00:00.000Z',
      hour: 1,
    });
    expect(hours[2]).toEqual({
      start: '2027-03-14T10:00:00.000Z',
      end: '2027-03-14T11:00:00.000Z',
      hour: 3,
    });
    expect(startsAt('America/Los_Angeles', '2027-03-14', 10)).toEqual(['2027-03-14T17:00:00.000Z']);
  });

  it('include the hour repeated in fall twice', () => {
    expect(hoursOfDay('America/Los_Angeles', '2027-11-07')).toHaveLength(25);
    expect(startsAt('America/Los_Angeles', '2027-11-07', 1)).toEqual([
      '2027-11-07T08:00:00.000Z',
      '2027-11-07T09:00:00.000Z',
    ]);
    expect(startsAt('America/Los_Angeles', '2027-11-07', 10)).toEqual(['2027-11-07T18:00:00.000Z']);
  });

  it('ignore clock changes in Phoenix', () => {
    for (const day of ['2027-03-14', '2027-11-07']) {
      expect(hoursOfDay('America/Phoenix', day)).toHaveLength(24);
      expect(startsAt('America/Phoenix', day, 10)).toEqual([`${day}T17:00:00.000Z`]);
    }
  });

  it('stay in order when clocks change by half an hour', () => {
    const hours = hoursOfDay('Australia/Lord_Howe', '2027-04-04');
    expect(hours.every(({ start }, index) => index === 0 || start >= hours[index - 1]!.end)).toBe(
      true,
    );
    expect(new Set(hours.map(({ hour }) => hour)).size).toBe(24);
  });
});
