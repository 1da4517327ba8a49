import { describe, expect, it } from '@jest/globals';
import {
  dayInZone,
  formatMoney,
  formatTime,
  hasSameOffset,
  formatShortMoney,
  shownZone,
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

describe('court times', () => {
  const tenInBeverlyHills = '2027-03-14T17:00:00.000Z';

  it('use the time zone of the court', () => {
    expect(timeRange(tenInBeverlyHills, '2027-03-14T18:00:00.000Z', 'America/Los_Angeles')).toMatch(
      /^10:00\s–\s11:00\sAM$/,
    );
    expect(zoneAbbreviation(tenInBeverlyHills, 'America/Los_Angeles')).toBe('PDT');
    expect(zoneAbbreviation(tenInBeverlyHills, 'America/Phoenix')).toBe('MST');
  });

  it('omit the date of a range that ends at midnight', () => {
    expect(
      timeRange('2027-03-14T06:00:00.000Z', '2027-03-14T07:00:00.000Z', 'America/Phoenix'),
    ).toMatch(/^11:00\sPM\s–\s12:00\sAM$/);
  });

  it('match between Phoenix and Los Angeles in summer only', () => {
    expect(hasSameOffset('2027-07-01T12:00:00Z', 'America/Phoenix', 'America/Los_Angeles')).toBe(
      true,
    );
    expect(hasSameOffset('2027-01-01T12:00:00Z', 'America/Phoenix', 'America/Los_Angeles')).toBe(
      false,
    );
  });

  it('follow the offset of the server if the zone data of the browser differs', () => {
    const noon = '2027-07-01T19:00:00Z';
    const zone = 'America/Los_Angeles';
    expect(shownZone(noon, zone, '-07:00')).toBe(zone);
    expect(shownZone(noon, zone, undefined)).toBe(zone);
    expect(shownZone('2027-01-01T12:00:00Z', 'Europe/London', '+00:00')).toBe('Europe/London');
    const changedZone = shownZone(noon, zone, '-08:00');
    expect(formatTime(noon, changedZone)).toBe('11:00 AM');
    expect(zoneAbbreviation(noon, changedZone)).toBe('GMT-8');
    expect(dayInZone('2027-07-01T07:30:00Z', changedZone)).toBe('2027-06-30');
    expect(formatTime(noon, shownZone(noon, 'Asia/Tokyo', '+10:00'))).toBe('5:00 AM');
  });

  it('resolve to the calendar day at the court', () => {
    expect(dayInZone('2027-03-14T05:30:00Z', 'America/Phoenix')).toBe('2027-03-13');
  });

  it('resolve to the same day if the engine orders date parts differently', () => {
    const engine = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')!;
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      ...engine,
      get: () => () => '3/13/27',
    });
    const day = dayInZone('2027-03-14T05:30:00Z', 'America/Denver');
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', engine);
    expect(day).toBe('2027-03-13');
  });
});

describe('totalLabel', () => {
  it('caps the count at 1,000+', () => {
    expect([0, 24, 999, 1_000].map(totalLabel)).toEqual(['0', '24', '999', '1,000+']);
  });
});
