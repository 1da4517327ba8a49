import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CourtDetail } from '@courtly/contracts/courts';
import { Policy } from '@courtly/contracts/policy';
import { aListing } from '../../../testing/court.js';
import { courtDetail, courtView } from './court-view.js';

const defaults = { leadMinutes: 120, horizonDays: 14 };
const standard = Policy.parse(
  JSON.parse(
    readFileSync(new URL('../../../../deploy/policies/standard.json', import.meta.url), 'utf8'),
  ),
);

describe('a court as it is shown', () => {
  it('gives everybody its street and a rough position', () =>
    expect(courtView(aListing(), defaults, 'anybody')).toMatchObject({
      address: 'S Roxbury Dr',
      latitude: 34.06,
      longitude: -118.41,
    }));

  it('gives its city where the owner shows no street, and no position where there is none', () =>
    expect(
      courtView(aListing({ street: '', latitude: null, longitude: null }), defaults, 'anybody'),
    ).toMatchObject({
      address: 'Beverly Hills',
      latitude: null,
      longitude: null,
    }));

  it('gives the whole address to who may know it', () =>
    expect(courtView(aListing(), defaults, 'guest')).toMatchObject({
      address: '471 S Roxbury Dr, Unit 2, Beverly Hills, CA 90212',
      latitude: 34.0594,
      longitude: -118.4069,
    }));

  it('fills in the booking rules that the owner left to Courtly', () => {
    const bookingRules = { leadMinutes: 0, horizonDays: null, instantBook: true };
    expect(courtView(aListing({ bookingRules }), defaults, 'anybody').policy).toEqual({
      leadMinutes: 0,
      horizonDays: 14,
      instantBook: true,
      standard: { leadMinutes: 120, horizonDays: 14 },
    });
  });

  it('writes money as the contract does and invents no rating', () =>
    expect(courtView(aListing({ rateCents: 9_995 }), defaults, 'anybody')).toMatchObject({
      hourlyRate: '99.95',
      rating: { rating: null, count: 0 },
    }));

  it('is what the contract promises', () => {
    const shown = courtDetail(aListing(), standard, 'anybody');
    expect(CourtDetail.parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({
      id: 'roxbury',
      createdAt: '2027-03-01T09:00:00.000Z',
      headStartMinutes: 4_320,
      quote: { totalAmount: '330.00', freeCancelMinutes: 1_440, lateRefundShare: 5_000 },
    });
  });
});
