import { describe, expect, it } from '@jest/globals';
import { BookingFilters } from '@courtly/contracts/bookings';
import {
  conditionsAfter,
  conditionsOf,
  bookingOrderOf,
  bookingVisibleTo,
  mongoSortOf,
} from './booking-lists.js';

const NOW = '2027-03-13T18:30:00.000Z';
const filtersOf = (query: Record<string, string>) => BookingFilters.parse(query);
const visibleToHost = { paymentStatus: { $ne: 'unpaid' } };
const conditions = (query: Record<string, string>) =>
  conditionsOf({ hostId: 'hana' }, filtersOf(query), NOW);

describe('a list of bookings', () => {
  it('sorts by start or response deadline, depending on the filters', () => {
    expect(mongoSortOf(bookingOrderOf(filtersOf({})))).toEqual({ startTime: -1, _id: -1 });
    expect(mongoSortOf(bookingOrderOf(filtersOf({ when: 'upcoming' })))).toEqual({
      startTime: 1,
      _id: 1,
    });
    expect(mongoSortOf(bookingOrderOf(filtersOf({ when: 'past' })))).toEqual({
      startTime: -1,
      _id: -1,
    });
    expect(mongoSortOf(bookingOrderOf(filtersOf({ when: 'upcoming', status: 'pending' })))).toEqual(
      {
        answerBy: 1,
        _id: 1,
      },
    );
  });

  it('continues after the cursor', () => {
    const place = { at: NOW, id: 'b' };
    expect(conditionsAfter(bookingOrderOf(filtersOf({})), undefined)).toEqual([]);
    expect(conditionsAfter(bookingOrderOf(filtersOf({})), place)).toEqual([
      { startTime: { $lte: NOW } },
      { $or: [{ startTime: { $lt: NOW } }, { _id: { $lt: 'b' } }] },
    ]);
    expect(conditionsAfter(bookingOrderOf(filtersOf({ status: 'pending' })), place)[0]).toEqual({
      answerBy: { $gte: NOW },
    });
  });

  it('hides unpaid requests from the host, not from the player', () => {
    expect(conditions({})).toContainEqual(visibleToHost);
    expect(conditionsOf({ playerId: 'pavel' }, filtersOf({}), NOW)).toEqual([
      { playerId: 'pavel' },
    ]);
  });

  it('combines all filters', () => {
    expect(conditions({})).toEqual([{ hostId: 'hana' }, visibleToHost]);
    expect(
      conditions({ status: 'cancelled', courtId: 'c1', from: '2027-03-13T08:00:00Z', until: NOW }),
    ).toEqual([
      { hostId: 'hana' },
      visibleToHost,
      { status: 'cancelled' },
      { courtId: 'c1' },
      { startTime: { $gte: '2027-03-13T08:00:00.000Z' } },
      { startTime: { $lt: NOW } },
    ]);
  });

  it('counts an hour as past once it ends', () => {
    const anHourAgo = '2027-03-13T17:30:00.000Z';
    expect(conditions({ when: 'upcoming' })[2]).toMatchObject({ startTime: { $gt: anHourAgo } });
    expect(conditions({ when: 'past' })[2]).toMatchObject({ startTime: { $lte: anHourAgo } });
  });
});

describe('access to a booking', () => {
  const unpaid = { playerId: 'pavel', hostId: 'hana', paymentStatus: 'unpaid' } as const;
  const paid = { ...unpaid, paymentStatus: 'authorised' } as const;

  it('is granted to its player, and to its host once it is paid', () => {
    expect(bookingVisibleTo(unpaid, 'pavel')).toBe(unpaid);
    expect(() => bookingVisibleTo(unpaid, 'hana')).toThrow("This booking doesn't exist.");
    expect([bookingVisibleTo(paid, 'pavel'), bookingVisibleTo(paid, 'hana')]).toEqual([paid, paid]);
  });

  it('is denied to everyone else, and for a missing booking', () => {
    expect(() => bookingVisibleTo(paid, 'olga')).toThrow("This booking doesn't exist.");
    for (const none of [null, undefined])
      expect(() => bookingVisibleTo(none, 'pavel')).toThrow("This booking doesn't exist.");
  });
});
