import { describe, expect, it } from '@jest/globals';
import { datesFrom, localDate, localHours, offsetsAround, weekday } from './local-time.js';

const startsAt = (zone: string, date: string, hour: number) =>
  localHours(zone, date)
    .filter((slot) => slot.hour === hour)
    .map((slot) => slot.start);

describe('the hours of a local day', () => {
  it.each([
    ['America/Los_Angeles', '2027-03-13', '2027-03-13T18:00:00.000Z'],
    ['America/Los_Angeles', '2027-03-14', '2027-03-14T17:00:00.000Z'],
    ['America/Phoenix', '2027-03-13', '2027-03-13T17:00:00.000Z'],
    ['America/Phoenix', '2027-03-14', '2027-03-14T17:00:00.000Z'],
  ])('map 10 AM in %s on %s to %s', (zone, date, start) =>
    expect(startsAt(zone, date, 10)).toEqual([start]),
  );

  it('omit the hour that a clock change skips', () => {
    expect(startsAt('America/Chicago', '2027-03-14', 2)).toEqual([]);
    expect(localHours('America/Chicago', '2027-03-14')).toHaveLength(23);
  });

  it('include a repeated hour twice, distinguished by the offset', () => {
    const repeated = localHours('America/New_York', '2027-11-07').filter(({ hour }) => hour === 1);
    expect(repeated.map(({ start, offsetMinutes }) => [start, offsetMinutes])).toEqual([
      ['2027-11-07T05:00:00.000Z', -240],
      ['2027-11-07T06:00:00.000Z', -300],
    ]);
  });

  it('number 24 on an ordinary day, consecutive and inside the day', () => {
    for (const zone of ['America/Phoenix', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia']) {
      const hours = localHours(zone, '2027-06-15');
      expect(hours).toHaveLength(24);
      for (const { start, end } of hours)
        expect([localDate(zone, start), Date.parse(end) - Date.parse(start)]).toEqual([
          '2027-06-15',
          3_600_000,
        ]);
    }
  });

  it('never overlap, even if the clock changes by half an hour', () => {
    for (const date of ['2027-04-04', '2027-10-03']) {
      const hours = localHours('Australia/Lord_Howe', date);
      hours.slice(1).forEach(({ start }, index) => expect(start >= hours[index]!.end).toBe(true));
    }
  });

  it('have the weekday of their date', () =>
    expect([weekday('2027-03-13'), weekday('2027-03-15')]).toEqual([5, 0]));
});

describe('the offsets of a zone around instants', () => {
  it('start a day before the first and end a day after the last', () =>
    expect(
      offsetsAround('America/Phoenix', ['2027-06-02T10:00:00Z', '2027-06-01T09:00:00Z']),
    ).toEqual([
      { from: '2027-05-31T09:00:00.000Z', until: '2027-06-03T10:00:00.000Z', offset: '-07:00' },
    ]));

  it('change with the clock, across years', () =>
    expect(
      offsetsAround('America/Los_Angeles', ['2026-10-01T00:00:00Z', '2027-03-20T00:00:00Z']),
    ).toEqual([
      { from: '2026-09-30T00:00:00.000Z', until: '2026-11-01T09:00:00.000Z', offset: '-07:00' },
      { from: '2026-11-01T09:00:00.000Z', until: '2027-03-14T10:00:00.000Z', offset: '-08:00' },
      { from: '2027-03-14T10:00:00.000Z', until: '2027-03-21T00:00:00.000Z', offset: '-07:00' },
    ]));

  it('change by half an hour', () =>
    expect(
      offsetsAround('Australia/Lord_Howe', ['2027-04-03T12:00:00Z']).map(({ offset }) => offset),
    ).toEqual(['+11:00', '+10:30']));
});

describe('the days of a range', () => {
  it('cross months and years', () => {
    expect(datesFrom('2027-12-30', '2028-01-02')).toEqual([
      '2027-12-30',
      '2027-12-31',
      '2028-01-01',
      '2028-01-02',
    ]);
    expect(datesFrom('2028-01-02', '2027-12-30')).toEqual([]);
  });

  it('end with the last day that has four digits for its year', () => {
    expect(datesFrom('9999-12-30', '9999-12-31')).toEqual(['9999-12-30', '9999-12-31']);
  });
});
