import { describe, expect, it } from '@jest/globals';
import { buildBooking, buildHostBooking } from '../../testing/booking';
import { mergeLists } from './booking-queries';

const at = (day: number, id = String(day)) =>
  buildBooking({ id, startTime: `2099-03-${String(day).padStart(2, '0')}` });
const part = (hasNextPage: boolean, ...items: ReturnType<typeof at>[]) => ({
  data: { items, total: items.length + (hasNextPage ? 10 : 0) },
  hasNextPage,
});
const ids = ({ items }: ReturnType<typeof mergeLists>) => items.map(({ id }) => id);

describe('mergeLists', () => {
  it('sorts both lists in ascending or descending order', () => {
    expect(ids(mergeLists([part(false, at(10), at(12)), part(false, at(11))], 1))).toEqual([
      '10',
      '11',
      '12',
    ]);
    expect(ids(mergeLists([part(false, at(12), at(10)), part(false, at(11))], -1))).toEqual([
      '12',
      '11',
      '10',
    ]);
  });

  it('stops at the last item that both lists have loaded', () => {
    const parts = [part(true, at(10), at(12)), part(false, at(11), at(13))];
    expect(ids(mergeLists(parts, 1))).toEqual(['10', '11', '12']);
    expect(mergeLists(parts, 1).total).toBe(14);
  });

  it('returns a single list unchanged', () =>
    expect(ids(mergeLists([part(false, buildHostBooking({ id: 'a' }))], 1))).toEqual(['a']));
});
