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

describe('the lists of a host and of a player as one', () => {
  it('are in their common order, either way', () => {
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

  it('go only as far as both are known', () => {
    const parts = [part(true, at(10), at(12)), part(false, at(11), at(13))];
    expect(ids(mergeLists(parts, 1))).toEqual(['10', '11', '12']);
    expect(mergeLists(parts, 1).total).toBe(14);
  });

  it('are one of them where the other is not asked for', () =>
    expect(ids(mergeLists([part(false, buildHostBooking({ id: 'a' }))], 1))).toEqual(['a']));
});
