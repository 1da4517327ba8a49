import { describe, expect, it } from '@jest/globals';
import { listedNotifications, notificationsToMark, unreadCount } from './notification-list.js';

const notification = (_id: string, read = false) => ({ _id, read });
const list = [notification('d'), notification('c', true), notification('b'), notification('a')];

describe('marking notifications as read', () => {
  it('marks all unread notifications up to the given one', () => {
    expect(notificationsToMark(list, { upTo: 'd' })).toEqual(['d', 'b', 'a']);
    expect(notificationsToMark(list, { upTo: 'c' })).toEqual(['b', 'a']);
  });
  it('ignores ids of notifications that are already read or not in the list', () =>
    expect(notificationsToMark(list, { ids: ['a', 'c', 'elsewhere'] })).toEqual(['a']));
  it('rejects a last id that is not in the list', () =>
    expect(() => notificationsToMark(list, { upTo: 'elsewhere' })).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    ));
});

it('counts unread notifications up to 99', () => {
  expect(unreadCount(list)).toBe(3);
  expect(
    unreadCount(
      Array.from({ length: 120 }, (_, recipientIndex) => notification(String(recipientIndex))),
    ),
  ).toBe(99);
});

it('lists 90 days of notifications and continues after the previous page', () => {
  const at = { $gte: '2026-12-13T12:00:00.000Z' };
  const $nor = [{ type: 'review_due', endTime: { $lt: '2027-02-27T12:00:00.000Z' } }];
  expect(listedNotifications('pavel', '2027-03-13T12:00:00.000Z', 14)).toEqual({
    personId: 'pavel',
    at,
    $nor,
  });
  const place = { at: '2027-03-01T00:00:00.000Z', id: 'c', shown: 3 };
  expect(listedNotifications('pavel', '2027-03-13T12:00:00.000Z', 14, place)).toEqual({
    personId: 'pavel',
    at: { ...at, $lte: place.at },
    $nor,
    $or: [{ at: { $lt: place.at } }, { _id: { $lt: 'c' } }],
  });
});
