import { describe, expect, it } from '@jest/globals';
import { after, auditFilter } from './audit-filter.js';

describe('what is asked of the audit', () => {
  it('is all of it where nothing is chosen', () => expect(auditFilter({}, {})).toEqual({}));

  it('names people, things, types and times as the log writes them', () =>
    expect(
      auditFilter(
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

  it('goes on after a place within what was chosen', () => {
    const place = { at: '2027-03-13T18:00:00.000Z', position: '07' };
    const chosen = { type: 'UserRegistered', at: { $gte: '2027' } };
    expect(after(chosen, undefined, 'back')).toBe(chosen);
    expect(after(chosen, place, 'back')).toEqual({
      type: 'UserRegistered',
      at: { $gte: '2027', $lte: place.at },
      $and: [{ $or: [{ at: { $lt: place.at } }, { position: { $lt: '07' } }] }],
    });
    expect(after({ stream: 's' }, place, 'on')).toEqual({
      stream: 's',
      at: { $gte: place.at },
      $and: [{ $or: [{ at: { $gt: place.at } }, { position: { $gt: '07' } }] }],
    });
  });
});
