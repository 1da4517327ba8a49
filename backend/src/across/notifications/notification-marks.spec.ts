import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { monthlyMarksId, notificationMarks } from './notification-marks.js';

const readAt = '2027-03-10T12:00:00.000Z';
const read = (...noticeIds: string[]) =>
  ({ type: 'NoticesRead', data: { userId: 'pavel', noticeIds, readAt } }) as const;
const mark = (...noticeIds: string[]) =>
  ({ type: 'MarkRead', data: { userId: 'pavel', noticeIds, readAt } }) as const;
const given = specification(notificationMarks);

describe('notification marks', () => {
  it('list the ids of read notifications', () => given().when(mark('a', 'b')).then(read('a', 'b')));
  it('list each id once', () =>
    given(read('a'))
      .when(mark('a', 'b', 'b'))
      .then(read('b')));
  it('omit ids that were already read', () => given(read('a', 'b')).when(mark('b')).thenNothing());
  it('have one stream per month', () =>
    expect(monthlyMarksId('pavel', readAt)).toBe('pavel_2027-03'));
});
