import { describe, expect, it } from '@jest/globals';
import { agoLabel, answerLabel, isOverdue, statusLook } from './application-labels';

describe('how an application is called', () => {
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
  ])('with an answer due at %s has %s', (answerBy, label) =>
    expect(answerLabel(answerBy, at)).toBe(label),
  );

  it('is overdue from the very instant on', () =>
    expect([after(0.001), at].map((answerBy) => isOverdue(answerBy, at))).toEqual([false, true]));

  it('came some time ago', () =>
    expect([0, 0.9, 1, 60, 2880].map((minutes) => agoLabel(at, after(minutes)))).toEqual([
      ...['just now', 'just now', '1 min ago', '1 h ago', '2 days ago'],
    ]));

  it('has a status of words, even one that this page does not know', () =>
    expect(
      ['pending', 'approved', 'rejected', 'withdrawn', 'later', 'toString'].map(
        (status) => statusLook(status)[1],
      ),
    ).toEqual(['Pending', 'Approved', 'Rejected', 'Withdrawn', 'Unknown', 'Unknown']));
});
