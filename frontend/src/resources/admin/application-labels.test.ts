import { describe, expect, it } from '@jest/globals';
import { agoLabel, answerLabel, isOverdue, statusVariant } from './application-labels';

describe('application labels', () => {
  const at = '2027-03-13T12:00:00.000Z';
  const after = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();

  it.each([
    [after(12 * 60 + 59), '12 h left'],
    [after(60), '1 h left'],
    [after(59), '59 min left'],
    [after(0.5), 'under a minute left'],
    [at, 'under a minute overdue'],
    [after(-180), '3 h overdue'],
    [after(-48 * 60 + 1), '47 h overdue'],
    [after(-48 * 60), '2 days overdue'],
  ])('show a deadline of %s as %s', (answerBy, label) =>
    expect(answerLabel(answerBy, at)).toBe(label),
  );

  it('count an application as overdue at the deadline itself', () =>
    expect([after(0.001), at].map((answerBy) => isOverdue(answerBy, at))).toEqual([false, true]));

  it('show the time since submission', () =>
    expect([0, 0.9, 1, 60, 2880].map((minutes) => agoLabel(at, after(minutes)))).toEqual([
      ...['just now', 'just now', '1 min ago', '1 h ago', '2 days ago'],
    ]));

  it('show every status, including unknown ones', () =>
    expect(
      ['pending', 'approved', 'rejected', 'withdrawn', 'later', 'toString'].map(
        (status) => statusVariant(status)[1],
      ),
    ).toEqual(['Pending', 'Approved', 'Rejected', 'Withdrawn', 'Unknown', 'Unknown']));
});
