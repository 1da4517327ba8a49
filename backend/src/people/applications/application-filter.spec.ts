import { describe, expect, it } from '@jest/globals';
import { applicationFilter, afterCursorFilter, applicationOrder } from './application-filter.js';

const now = '2027-03-12T12:00:00.000Z';
const place = { appliedAt: '2027-03-10T12:00:00.000Z', applicationId: 'app1' };

describe('the list of applications', () => {
  it('starts with the oldest pending application, or with the newest decided one', () => {
    expect(applicationOrder({ status: 'pending' })).toEqual({ appliedAt: 1, _id: 1 });
    expect(applicationOrder({ overdue: true })).toEqual({ appliedAt: 1, _id: 1 });
    expect(applicationOrder({})).toEqual({ appliedAt: -1, _id: -1 });
    expect(applicationOrder({ status: 'rejected' })).toEqual({ appliedAt: -1, _id: -1 });
  });

  it('lists pending applications after their deadline as overdue', () =>
    expect(applicationFilter('host', { overdue: true, status: 'approved' }, now)).toEqual({
      kind: 'host',
      status: 'pending',
      answerBy: { $lte: now },
    }));

  it('matches search text literally, ignoring case and accents', () =>
    expect(applicationFilter('player', { search: 'Á.b(' }, now)).toEqual({
      kind: 'player',
      searchTexts: { $regex: 'a\\.b\\(' },
    }));

  it('continues after a cursor in the same order', () => {
    expect(afterCursorFilter({}, undefined)).toEqual({});
    expect(JSON.stringify(afterCursorFilter({ status: 'pending' }, place))).toContain(
      '"$gt":"app1"',
    );
    expect(JSON.stringify(afterCursorFilter({}, place))).toContain('"$lt":"app1"');
  });
});
