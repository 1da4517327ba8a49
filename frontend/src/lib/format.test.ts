import { describe, expect, it } from '@jest/globals';
import { courtZone } from '../testing/court-zone';
import {
  type CourtZone,
  dayInZone,
  formatLongDate,
  formatMoney,
  formatTime,
  hasSameOffset,
  formatShortMoney,
  timeRange,
  totalLabel,
  zoneAbbreviation,
} from './format';

describe('money', () => {
  it('keeps every cent of amounts beyond float precision', () => {
    expect(formatMoney('330.00')).toBe('$330.00');
    expect(formatMoney('9999999.99')).toBe('$9,999,999.99');
    expect(formatMoney('90071992547409.93')).toBe('$90,071,992,547,409.93');
  });

  it('drops only zero cents in the short form', () => {
    expect(formatShortMoney('300.00')).toBe('$300');
    expect(formatShortMoney('99.95')).toBe('$99.95');
    expect(formatShortMoney('1330.50')).toBe('$1,330.50');
    expect(formatShortMoney('-16')).toBe('-$16');
  });
});

const phoenix = courtZone('America/Phoenix');
const losAngeles = courtZone('America/Los_Angeles');

describe('court times', () => {
  const tenInBeverlyHills = '2027-03-14T17:00:00.000Z';

  it("use the court's time zone", () => {
    expect(timeRange(tenInBeverlyHills, '2027-03-14T18:00:00.000Z', losAngeles)).toMatch(
      /^10:00\s–\s11:00\sAM$/,
    );
    expect(zoneAbbreviation(tenInBeverlyHills, losAngeles)).toBe('PDT');
    expect(zoneAbbreviation(tenInBeverlyHills, phoenix)).toBe('MST');
  });

  it('omit the date of a range that ends at midnight', () => {
    expect(timeRange('2027-03-14T06:00:00.000Z', '2027-03-14T07:00:00.000Z', phoenix)).toMatch(
      /^11:00\sPM\s–\s12:00\sAM$/,
    );
  });

  it('are the same in Phoenix and Los Angeles only in summer', () => {
    expect(hasSameOffset('2027-07-01T12:00:00Z', phoenix, losAngeles)).toBe(true);
    expect(hasSameOffset('2027-01-01T12:00:00Z', phoenix, losAngeles)).toBe(false);
    expect(hasSameOffset('2027-01-01T12:00:00Z', phoenix, 'UTC')).toBe(false);
    expect(hasSameOffset('2027-01-01T12:00:00Z', courtZone('Europe/London'), 'UTC')).toBe(true);
  });

  it('resolve to the calendar day at the court', () => {
    expect(dayInZone('2027-03-14T05:30:00Z', phoenix)).toBe('2027-03-13');
  });

  it('resolve to the same day if the engine orders date parts differently', () => {
    const engine = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')!;
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      ...engine,
      get: () => () => '3/13/27',
    });
    const day = dayInZone('2027-03-14T05:30:00Z', courtZone('America/Denver'));
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', engine);
    expect(day).toBe('2027-03-13');
  });
});

describe('court times with offsets from the server', () => {
  const noon = '2027-07-01T19:00:00Z';

  it("do not depend on the browser's zone data", () => {
    const court = courtZone('America/Los_Angeles', '-08:00');
    expect(formatTime(noon, court)).toBe('11:00 AM');
    expect(timeRange(noon, '2027-07-01T20:00:00Z', court)).toMatch(/^11:00\sAM\s–\s12:00\sPM$/);
    expect(formatLongDate('2027-07-01T07:30:00Z', court)).toBe('Wednesday, June 30, 2027');
    expect(dayInZone('2027-07-01T07:30:00Z', court)).toBe('2027-06-30');
    expect(zoneAbbreviation(noon, court)).toBe('GMT-8');
    expect(hasSameOffset(noon, court, losAngeles)).toBe(false);
    expect(hasSameOffset(noon, court, courtZone('America/Anchorage'))).toBe(true);
  });

  it("keep the zone's abbreviation if the browser agrees", () =>
    expect(zoneAbbreviation(noon, courtZone('America/Los_Angeles', '-07:00'))).toBe('PDT'));

  it.each([
    ['+05:30', '12:30 AM', 'GMT+5:30'],
    ['+10:00', '5:00 AM', 'GMT+10'],
    ['-02:30', '4:30 PM', 'GMT-2:30'],
    ['+00:00', '7:00 PM', 'GMT+0'],
  ])('follow the offset %s', (offset, time, abbreviation) => {
    const court = courtZone('America/Los_Angeles', offset);
    expect(formatTime(noon, court)).toBe(time);
    expect(zoneAbbreviation(noon, court)).toBe(abbreviation);
  });

  it('change when the server says so', () => {
    const [from, change, until] = [
      '2027-01-01T00:00:00.000Z',
      '2027-04-01T10:00:00.000Z',
      '2027-12-01T00:00:00.000Z',
    ];
    const court = {
      zone: 'America/Los_Angeles',
      zoneOffsets: [
        { from, until: change, offset: '-08:00' },
        { from: change, until, offset: '-07:00' },
      ],
    };
    expect(formatTime('2027-04-01T09:59:00.000Z', court)).toBe('1:59 AM');
    expect(formatTime('2027-04-01T10:00:00.000Z', court)).toBe('3:00 AM');
    expect(timeRange('2027-04-01T09:00:00.000Z', '2027-04-01T10:00:00.000Z', court)).toMatch(
      /^1:00\s–\s3:00\sAM$/,
    );
  });

  it('do not need a zone that the browser knows', () => {
    const court = courtZone('America/New_Zone', '-03:00');
    expect(formatTime(noon, court)).toBe('4:00 PM');
    expect(zoneAbbreviation(noon, court)).toBe('GMT-3');
  });

  it("follow the browser's zone data outside the offsets, and if there are none", () => {
    const court = {
      zone: 'America/Los_Angeles',
      zoneOffsets: [
        { from: '2027-07-01T19:00:00Z', until: '2027-07-01T20:00:00Z', offset: '-08:00' },
      ],
    };
    expect(formatTime('2027-07-01T19:59:00Z', court)).toBe('11:59 AM');
    expect(formatTime('2027-07-01T18:59:00Z', court)).toBe('11:59 AM');
    expect(formatTime('2027-07-01T20:00:00Z', court)).toBe('1:00 PM');
    const courtOfEarlierRelease = { zone: 'America/Los_Angeles' } as CourtZone;
    expect(formatTime(noon, courtOfEarlierRelease)).toBe('12:00 PM');
    expect(zoneAbbreviation(noon, courtOfEarlierRelease)).toBe('PDT');
  });
});

describe('totalLabel', () => {
  it('caps the count at 1,000+', () => {
    expect([0, 24, 999, 1_000].map(totalLabel)).toEqual(['0', '24', '999', '1,000+']);
  });
});
