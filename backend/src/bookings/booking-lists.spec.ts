import { describe, expect, it } from '@jest/globals';
import { BookingFilters } from '@courtly/contracts/bookings';
import { after, conditionsOf, orderOf, sorting } from './booking-lists.js';

const NOW = '2027-03-13T18:30:00.000Z';
const asked = (query: Record<string, string>) => BookingFilters.parse(query);
const conditions = (query: Record<string, string>) => conditionsOf({ hostId: 'hana' }, asked(query), NOW);

describe('a list of bookings', () => {
  it('is in the order in which its reader needs it', () => {
    expect(sorting(orderOf(asked({})))).toEqual({ startTime: -1, _id: -1 });
    expect(sorting(orderOf(asked({ when: 'upcoming' })))).toEqual({ startTime: 1, _id: 1 });
    expect(sorting(orderOf(asked({ when: 'past' })))).toEqual({ startTime: -1, _id: -1 });
    expect(sorting(orderOf(asked({ when: 'upcoming', status: 'pending' })))).toEqual({ answerBy: 1, _id: 1 });
  });

  it('goes on after the place where a page ended', () => {
    const place = { at: NOW, id: 'b' };
    expect(after(orderOf(asked({})), undefined)).toEqual([]);
    expect(after(orderOf(asked({})), place)).toEqual([
      { startTime: { $lte: NOW } },
      { $or: [{ startTime: { $lt: NOW } }, { _id: { $lt: 'b' } }] },
    ]);
    expect(after(orderOf(asked({ status: 'pending' })), place)[0]).toEqual({ answerBy: { $gte: NOW } });
  });

  it('holds what fits every filter', () => {
    expect(conditions({})).toEqual([{ hostId: 'hana' }]);
    expect(conditions({ status: 'cancelled', courtId: 'c1', from: '2027-03-13T08:00:00Z', until: NOW })).toEqual([
      { hostId: 'hana' },
      { status: 'cancelled' },
      { courtId: 'c1' },
      { startTime: { $gte: '2027-03-13T08:00:00.000Z' } },
      { startTime: { $lt: NOW } },
    ]);
  });

  it('counts an hour as past from its end on', () => {
    const anHourAgo = '2027-03-13T17:30:00.000Z';
    expect(conditions({ when: 'upcoming' })[1]).toMatchObject({ startTime: { $gt: anHourAgo } });
    expect(conditions({ when: 'past' })[1]).toMatchObject({ startTime: { $lte: anHourAgo } });
  });
});
