import { expect, it } from '@jest/globals';
import { buildHostBooking } from '../../testing/booking';
import { courtZone } from '../../testing/court-zone';
import { cellKey, entriesByCell } from './calendar-entries';

const courts = [
  { id: 'c1', ...courtZone('America/Phoenix') },
  { id: 'c2', ...courtZone('Asia/Tokyo', '+09:00') },
];
const cell = (map: ReturnType<typeof entriesByCell>, courtId: string, day: string) =>
  (map.get(cellKey(courtId, day)) ?? []).map(({ time, title, kind }) => [
    time.replace(/\s/g, ' '),
    title,
    kind,
  ]);

it('labels a closure from midnight to midnight as "All day", even on a 25-hour day', () => {
  const closed = (courtId: string, startTime: string, endTime: string) => ({
    courtId,
    startTime,
    endTime,
    reason: '',
  });
  const zoned = [...courts, { id: 'c3', ...courtZone('America/Los_Angeles') }];
  const map = entriesByCell(
    zoned,
    [],
    [
      closed('c1', '2027-03-13T07:00:00.000Z', '2027-03-14T07:00:00.000Z'),
      closed('c3', '2027-11-07T07:00:00.000Z', '2027-11-08T08:00:00.000Z'),
      closed('c1', '2027-03-15T14:00:00.000Z', '2027-03-16T07:00:00.000Z'),
    ],
  );
  expect(cell(map, 'c1', '2027-03-13')).toEqual([['All day', 'Closed', 'closed']]);
  expect(cell(map, 'c3', '2027-11-07')).toEqual([['All day', 'Closed', 'closed']]);
  expect(cell(map, 'c1', '2027-03-15')).toEqual([['7:00 AM – 12:00 AM', 'Closed', 'closed']]);
});

it("puts bookings and closures on days in the court's time zone, earliest first", () => {
  const map = entriesByCell(
    courts,
    [
      buildHostBooking({
        id: 'b1',
        startTime: '2027-03-13T18:00:00.000Z',
        endTime: '2027-03-13T19:00:00.000Z',
      }),
      buildHostBooking({
        id: 'b2',
        courtId: 'c2',
        startTime: '2027-03-13T18:00:00.000Z',
        endTime: '2027-03-13T19:00:00.000Z',
      }),
      buildHostBooking({ id: 'b3', status: 'cancelled', startTime: '2027-03-13T20:00:00.000Z' }),
    ],
    [
      {
        courtId: 'c1',
        startTime: '2027-03-13T14:00:00.000Z',
        endTime: '2027-03-13T17:00:00.000Z',
        reason: 'New lines',
      },
      {
        courtId: 'other-court',
        startTime: '2027-03-13T14:00:00.000Z',
        endTime: '2027-03-13T15:00:00.000Z',
        reason: '',
      },
    ],
  );
  expect(cell(map, 'c1', '2027-03-13')).toEqual([
    ['7:00 – 10:00 AM', 'Closed: New lines', 'closed'],
    ['11:00 AM – 12:00 PM', 'Robin Base', 'pending'],
  ]);
  expect(cell(map, 'c2', '2027-03-14')).toEqual([['3:00 – 4:00 AM', 'Robin Base', 'pending']]);
  expect([...map.keys()]).toHaveLength(2);
});
