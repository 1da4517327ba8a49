import { describe, expect, it } from '@jest/globals';
import { hoursOf } from './local-hours';

const startsAt = (zone: string, day: string, hour: number) =>
  hoursOf(zone, day)
    .filter((one) => one.hour === hour)
    .map(({ start }) => start);

describe('the hours of a local day', () => {
  it('are 24 on an ordinary day, from midnight to midnight of the court', () => {
    const hours = hoursOf('America/Los_Angeles', '2027-03-13');
    expect(hours).toHaveLength(24);
    expect(hours[0]!.start).toBe('2027-03-13T08:00:00.000Z');
    expect(hours.at(-1)!.end).toBe('2027-03-14T08:00:00.000Z');
    expect(startsAt('America/Los_Angeles', '2027-03-13', 10)).toEqual(['2027-03-13T18:00:00.000Z']);
  });

  it('lack the one that spring skips, and move by an hour after it', () => {
    const hours = hoursOf('America/Los_Angeles', '2027-03-14');
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

  it('have the one that autumn repeats twice', () => {
    expect(hoursOf('America/Los_Angeles', '2027-11-07')).toHaveLength(25);
    expect(startsAt('America/Los_Angeles', '2027-11-07', 1)).toEqual([
      '2027-11-07T08:00:00.000Z',
      '2027-11-07T09:00:00.000Z',
    ]);
    expect(startsAt('America/Los_Angeles', '2027-11-07', 10)).toEqual(['2027-11-07T18:00:00.000Z']);
  });

  it('know no clock change in Phoenix', () => {
    for (const day of ['2027-03-14', '2027-11-07']) {
      expect(hoursOf('America/Phoenix', day)).toHaveLength(24);
      expect(startsAt('America/Phoenix', day, 10)).toEqual([`${day}T17:00:00.000Z`]);
    }
  });

  it('follow one another without a gap where clocks change by half an hour', () => {
    const hours = hoursOf('Australia/Lord_Howe', '2027-04-04');
    expect(hours.every(({ start }, index) => index === 0 || start >= hours[index - 1]!.end)).toBe(
      true,
    );
    expect(new Set(hours.map(({ hour }) => hour)).size).toBe(24);
  });
});
