import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { planDemand } from './plan.js';

const nowMs = Date.parse('2027-03-01T12:00:00Z');
const booking = (start_time: string, half_hours: string, facility_id = '0') => ({
  facility_id,
  member_id: '1',
  start_time,
  half_hours,
});
const startsOf = (...bookings: Record<string, string>[]) =>
  planDemand(bookings, nowMs).slotRequests.map((slotRequest) => slotRequest.startTime);
const slotOf = (instant: string) => Number(instant.slice(11, 13));

describe('planning the demand of a club', () => {
  it('requests each clock hour that a booking touches', () => {
    expect(startsOf(booking('2012-07-03 11:00:00', '2'))).toHaveLength(1);
    expect(startsOf(booking('2012-07-03 11:30:00', '2'))).toHaveLength(2);
    expect(startsOf(booking('2012-07-03 11:30:00', '1'))).toHaveLength(1);
    expect(startsOf(booking('2012-07-03 11:30:00', '4'))).toHaveLength(3);
  });
  it('reads local times at UTC-7', () =>
    expect(startsOf(booking('2012-07-03 11:00:00', '4')).map(slotOf)).toEqual([18, 19]));
  it('moves all dates by whole weeks until the first is one to eight days ahead', () => {
    const [first, second] = startsOf(
      booking('2012-07-10 11:00:00', '2'),
      booking('2012-07-03 11:00:00', '2'),
    );
    expect(Date.parse(first!) - Date.parse(second!)).toBe(7 * 86_400_000);
    expect(new Date(second!).getUTCDay()).toBe(new Date('2012-07-03').getUTCDay());
    expect(Date.parse(second!) - nowMs).toBeGreaterThanOrEqual(86_400_000);
    expect(Date.parse(second!) - nowMs).toBeLessThan(8 * 86_400_000);
  });
  it('expects one success per hour of a facility', () => {
    const demandPlan = planDemand(
      [
        booking('2012-07-03 11:00:00', '1'),
        booking('2012-07-03 11:30:00', '1'),
        booking('2012-07-03 11:00:00', '1', '7'),
      ],
      nowMs,
    );
    expect(demandPlan).toMatchObject({ accepted: 2, refused: 1 });
  });
  it('rejects a file with invalid times', () =>
    expect(() => planDemand([booking('soon', '2')], nowMs)).toThrow(/invalid time/));
});

const file = resolve(import.meta.dirname, '../../../../shared/data/club-bookings/bookings.csv');
const present = existsSync(file);
if (!present) process.stderr.write(`skipped: ${file} not found\n`);

(present ? it : it.skip)(
  'requests 6,612 hours for the real file and expects 5,853 successes',
  () => {
    const demandPlan = planDemand(parse(readFileSync(file, 'utf8'), { columns: true }), nowMs);
    expect(demandPlan.slotRequests).toHaveLength(6_612);
    expect(demandPlan).toMatchObject({ accepted: 5_853, refused: 759 });
  },
);
