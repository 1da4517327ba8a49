import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { marksOf, noticeMarks } from './notification-marks.js';

const readAt = '2027-03-10T12:00:00.000Z';
const read = (...noticeIds: string[]) =>
  ({ type: 'NoticesRead', data: { userId: 'pavel', noticeIds, readAt } }) as const;
const mark = (...noticeIds: string[]) =>
  ({ type: 'MarkRead', data: { userId: 'pavel', noticeIds, readAt } }) as const;
const given = specification(noticeMarks);

describe('the marks of a person', () => {
  it('name what was read', () => given().when(mark('a', 'b')).then(read('a', 'b')));
  it('name each notice once', () =>
    given(read('a'))
      .when(mark('a', 'b', 'b'))
      .then(read('b')));
  it('say nothing of what was read before', () =>
    given(read('a', 'b')).when(mark('b')).thenNothing());
  it('lie in a stream for each month', () =>
    expect(marksOf('pavel', readAt)).toBe('pavel_2027-03'));
});
