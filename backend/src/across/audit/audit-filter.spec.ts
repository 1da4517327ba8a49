import { describe, expect, it } from '@jest/globals';
import { afterCursor, toAuditFilter } from './audit-filter.js';

describe('an audit filter', () => {
  it('matches everything if it has no criteria', () => expect(toAuditFilter({}, {})).toEqual({}));

  it('filters by person, subject, type, and time', () =>
    expect(
      toAuditFilter(
        {
          court: 'roxbury',
          booking: 'b1',
          type: 'BookingApproved',
          from: '2027-03-13T18:00:00Z',
          to: '2027-03-14T00:00Z',
        },
        { people: 'pavel', actorId: 'hana' },
      ),
    ).toEqual({
      people: 'pavel',
      actorId: 'hana',
      courtId: 'roxbury',
      bookingId: 'b1',
      type: 'BookingApproved',
      at: { $gte: '2027-03-13T18:00:00.000Z', $lt: '2027-03-14T00:00:00.000Z' },
    }));

  it('combines a cursor with the other criteria', () => {
    const place = { at: '2027-03-13T18:00:00.000Z', position: '07' };
    const searchCriteria = { type: 'UserRegistered', at: { $gte: '2027' } };
    expect(afterCursor(searchCriteria, undefined, 'back')).toBe(searchCriteria);
    expect(afterCursor(searchCriteria, place, 'back')).toEqual({
      type: 'UserRegistered',
      at: { $gte: '2027', $lte: place.at },
      $and: [{ $or: [{ at: { $lt: place.at } }, { position: { $lt: '07' } }] }],
    });
    expect(afterCursor({ stream: 's' }, place, 'on')).toEqual({
      stream: 's',
      at: { $gte: place.at },
      $and: [{ $or: [{ at: { $gt: place.at } }, { position: { $gt: '07' } }] }],
    });
  });
});
