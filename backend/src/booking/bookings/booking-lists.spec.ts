import { describe, expect, it } from '@jest/globals';
import { BookingFilters } from '@courtly/contracts/bookings';
import { after, conditionsOf, orderOf, seenBy, sorting } from './booking-lists.js';

const NOW = '2027-03-13T18:30:00.000Z';
const asked = (query: Record<string, string>) => BookingFilters.parse(query);
const seen = { paymentStatus: { $ne: 'unpaid' } };
const conditions = (query: Record<string, string>) =>
  conditionsOf({ hostId: 'hana' }, asked(query), NOW);

describe('a list of bookings', () => {
  it('is in the order in which its reader needs it', () => {
    expect(sorting(orderOf(asked({})))).toEqual({ startTime: -1, _id: -1 });
    expect(sorting(orderOf(asked({ when: 'upcoming' })))).toEqual({ startTime: 1, _id: 1 });
    expect(sorting(orderOf(asked({ when: 'past' })))).toEqual({ startTime: -1, _id: -1 });
    expect(sorting(orderOf(asked({ when: 'upcoming', status: 'pending' })))).toEqual({
      answerBy: 1,
      _id: 1,
    });
  });

  it('goes on after the place where a page ended', () => {
    const place = { at: NOW, id: 'b' };
    expect(after(orderOf(asked({})), undefined)).toEqual([]);
    expect(after(orderOf(asked({})), place)).toEqual([
      { startTime: { $lte: NOW } },
      { $or: [{ startTime: { $lt: NOW } }, { _id: { $lt: 'b' } }] },
    ]);
    expect(after(orderOf(asked({ status: 'pending' })), place)[0]).toEqual({
      answerBy: { $gte: NOW },
    });
  });

  it('shows a host what is paid, or need not be, and a player everything', () => {
    expect(conditions({})).toContainEqual(seen);
    expect(conditionsOf({ playerId: 'pavel' }, asked({}), NOW)).toEqual([{ playerId: 'pavel' }]);
  });

  it('holds what fits every filter', () => {
    expect(conditions({})).toEqual([{ hostId: 'hana' }, seen]);
    expect(
      conditions({ status: 'cancelled', courtId: 'c1', from: '2027-03-13T08:00:00Z', until: NOW }),
    ).toEqual([
      { hostId: 'hana' },
      seen,
      { status: 'cancelled' },
      { courtId: 'c1' },
      { startTime: { $gte: '2027-03-13T08:00:00.000Z' } },
      { startTime: { $lt: NOW } },
    ]);
  });

  it('counts an hour as past from its end on', () => {
    const anHourAgo = '2027-03-13T17:30:00.000Z';
    expect(conditions({ when: 'upcoming' })[2]).toMatchObject({ startTime: { $gt: anHourAgo } });
    expect(conditions({ when: 'past' })[2]).toMatchObject({ startTime: { $lte: anHourAgo } });
  });
});

describe('one booking', () => {
  const unpaid = { playerId: 'pavel', hostId: 'hana', paymentStatus: 'unpaid' } as const;
  const paid = { ...unpaid, paymentStatus: 'authorised' } as const;

  it('is its player’s, and its host’s once it is paid', () => {
    expect(seenBy(unpaid, 'pavel')).toBe(unpaid);
    expect(() => seenBy(unpaid, 'hana')).toThrow('This booking does not exist.');
    expect([seenBy(paid, 'pavel'), seenBy(paid, 'hana')]).toEqual([paid, paid]);
  });

  it('does not exist for anybody else, nor where there is none', () => {
    expect(() => seenBy(paid, 'olga')).toThrow('This booking does not exist.');
    for (const none of [null, undefined])
      expect(() => seenBy(none, 'pavel')).toThrow('This booking does not exist.');
  });
});
