import { describe, expect, it } from '@jest/globals';
import { dayIn, money, sameClock, shortMoney, timeRange, totalLabel, zoneName } from './format';

describe('money of the wire', () => {
  it('keeps every cent, also where a fraction could not', () => {
    expect(money('330.00')).toBe('$330.00');
    expect(money('9999999.99')).toBe('$9,999,999.99');
    expect(money('90071992547409.93')).toBe('$90,071,992,547,409.93');
  });

  it('is short where nothing is lost', () => {
    expect(shortMoney('300.00')).toBe('$300');
    expect(shortMoney('99.95')).toBe('$99.95');
    expect(shortMoney('1330.50')).toBe('$1,330.50');
    expect(shortMoney('-16')).toBe('-$16');
  });
});

describe('times of a court', () => {
  const tenInBeverlyHills = '2027-03-14T17:00:00.000Z';

  it("are shown by the court's clock and called by its zone", () => {
    expect(timeRange(tenInBeverlyHills, '2027-03-14T18:00:00.000Z', 'America/Los_Angeles')).toMatch(
      /^10:00\s–\s11:00\sAM$/,
    );
    expect(zoneName(tenInBeverlyHills, 'America/Los_Angeles')).toBe('PDT');
    expect(zoneName(tenInBeverlyHills, 'America/Phoenix')).toBe('MST');
  });

  it('end at midnight without a date', () => {
    expect(
      timeRange('2027-03-14T06:00:00.000Z', '2027-03-14T07:00:00.000Z', 'America/Phoenix'),
    ).toMatch(/^11:00\sPM\s–\s12:00\sAM$/);
  });

  it('agree between Phoenix and Los Angeles in summer only', () => {
    expect(sameClock('2027-07-01T12:00:00Z', 'America/Phoenix', 'America/Los_Angeles')).toBe(true);
    expect(sameClock('2027-01-01T12:00:00Z', 'America/Phoenix', 'America/Los_Angeles')).toBe(false);
  });

  it("fall on the court's day", () => {
    expect(dayIn('2027-03-14T05:30:00Z', 'America/Phoenix')).toBe('2027-03-13');
  });

  it('are the same days where the engine writes dates in another order', () => {
    const engine = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')!;
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      ...engine,
      get: () => () => '3/13/27',
    });
    const day = dayIn('2027-03-14T05:30:00Z', 'America/Denver');
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', engine);
    expect(day).toBe('2027-03-13');
  });
});

describe('how many a list holds', () => {
  it('is said as far as it was counted', () => {
    expect([0, 24, 999, 1_000].map(totalLabel)).toEqual(['0', '24', '999', '1,000+']);
  });
});
