import { describe, expect, it } from '@jest/globals';
import { nextPeriodEnd, periodEndAfter } from './period.js';

const at = (date: string) => Date.parse(date) / 1000;
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const monthly = { interval: 'month', interval_count: 1 } as const;

describe('a period', () => {
  it.each([
    ['2026-01-31', monthly, 1, '2026-02-28'],
    ['2026-01-31', monthly, 2, '2026-03-31'],
    ['2028-01-31', monthly, 1, '2028-02-29'],
    ['2026-12-15', monthly, 1, '2027-01-15'],
    ['2028-02-29', { interval: 'year', interval_count: 1 } as const, 1, '2029-02-28'],
    ['2026-01-01', { interval: 'week', interval_count: 2 } as const, 1, '2026-01-15'],
    ['2026-01-01', { interval: 'day', interval_count: 1 } as const, 3, '2026-01-04'],
  ])('starts at %s with %j and ends the %ith time on %s', (anchor, recurring, n, end) =>
    expect(day(periodEndAfter(at(anchor), recurring, n))).toBe(end),
  );

  it('follows the period that ends now', () => {
    const anchor = at('2026-01-31');
    expect(day(nextPeriodEnd(anchor, monthly, anchor))).toBe('2026-02-28');
    expect(day(nextPeriodEnd(anchor, monthly, at('2026-02-28')))).toBe('2026-03-31');
  });
});
