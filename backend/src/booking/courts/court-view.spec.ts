import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CourtDetail } from '@courtly/contracts/courts';
import { Policy } from '@courtly/contracts/policy';
import { aListing } from '../../../testing/court.js';
import { courtDetail, courtView, ownCourtView } from './court-view.js';

const standard = Policy.parse(
  JSON.parse(
    readFileSync(new URL('../../../../deploy/policies/standard.json', import.meta.url), 'utf8'),
  ),
);

const now = '2027-06-15T12:00:00.000Z';

describe('the view of a court', () => {
  it('shows everyone the street and an approximate position', () =>
    expect(courtView(aListing(), standard, 'anybody')).toMatchObject({
      address: 'S Roxbury Dr',
      latitude: 34.06,
      longitude: -118.41,
    }));

  it('falls back to the city if there is no street, and omits a missing position', () =>
    expect(
      courtView(aListing({ street: '', latitude: null, longitude: null }), standard, 'anybody'),
    ).toMatchObject({
      address: 'Beverly Hills',
      latitude: null,
      longitude: null,
    }));

  it('shows the full address to guests', () =>
    expect(courtView(aListing(), standard, 'guest')).toMatchObject({
      address: '471 S Roxbury Dr, Unit 2, Beverly Hills, CA 90212',
      latitude: 34.0594,
      longitude: -118.4069,
    }));

  it('fills in default booking rules', () => {
    const bookingRules = { leadMinutes: 0, horizonDays: null, instantBook: true };
    expect(courtView(aListing({ bookingRules }), standard, 'anybody').policy).toEqual({
      leadMinutes: 0,
      horizonDays: 14,
      instantBook: true,
      standard: { leadMinutes: 120, horizonDays: 14 },
    });
  });

  it('formats money and shows no rating without reviews', () =>
    expect(courtView(aListing({ rateCents: 9_995 }), standard, 'anybody')).toMatchObject({
      hourlyRate: '99.95',
      rating: { rating: null, count: 0 },
    }));

  it('matches the contract', () => {
    const shownDetail = courtDetail(aListing(), standard, 'anybody', now);
    expect(CourtDetail.parse(shownDetail)).toEqual(shownDetail);
    expect(shownDetail).toMatchObject({
      id: 'roxbury',
      createdAt: '2027-03-01T09:00:00.000Z',
      headStartMinutes: 4_320,
      quote: { totalAmount: '330.00', freeCancelMinutes: 1_440, lateRefundShare: 5_000 },
    });
  });

  it('says that a hidden, inactive, or unlisted court takes no bookings', () => {
    const takesBookings = (changes: Parameters<typeof aListing>[0], awaitsApproval = false) =>
      courtDetail(aListing(changes), standard, 'guest', now, {
        elite: false,
        invited: false,
        awaitsApproval,
      }).takesBookings;
    expect(takesBookings({ isActive: true })).toBe(true);
    expect(takesBookings({ isActive: true }, true)).toBe(false);
    expect(takesBookings({ isActive: false })).toBe(false);
    expect(takesBookings({ isActive: true, hiddenBecause: 'The lights are broken.' })).toBe(false);
  });

  it('says only to its host that the host is not approved or is suspended', () => {
    const awaitsApproval = (reader: 'host' | 'guest' | 'anybody') =>
      courtDetail(aListing(), standard, reader, now, {
        elite: false,
        invited: false,
        awaitsApproval: true,
      }).awaitsApproval;
    expect(['host', 'guest', 'anybody'].map((r) => awaitsApproval(r as 'host'))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('includes the offsets of its zone from the listing to the end of the bookable days', () => {
    const { zoneOffsets } = courtDetail(aListing(), standard, 'anybody', now);
    expect(zoneOffsets.slice(0, 2)).toEqual([
      { from: '2027-02-28T09:00:00.000Z', until: '2027-03-14T10:00:00.000Z', offset: '-08:00' },
      { from: '2027-03-14T10:00:00.000Z', until: '2027-11-07T09:00:00.000Z', offset: '-07:00' },
    ]);
    expect(zoneOffsets.at(-1)!.until).toBe('2030-01-02T00:00:00.000Z');
    expect(ownCourtView(aListing(), standard, false, now).zoneOffsets).toEqual(zoneOffsets);
  });
});
