import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CourtForm } from '@courtly/contracts/courts';
import { Policy } from '@courtly/contracts/policy';
import fc from 'fast-check';
import { bookingView } from '../src/booking/bookings/booking-view.js';
import { courtDay } from '../src/booking/bookings/court-day.js';
import { courtDetail, courtView } from '../src/booking/courts/court-view.js';
import { foldAll } from '../src/platform/kernel/decider.js';
import { bookingRequest, bookingRequested } from './court-day.js';
import { aListing } from './court.js';
import { processorSeconds } from './processor-time.js';

const policy = Policy.parse(
  JSON.parse(readFileSync(new URL('../../deploy/policies/standard.json', import.meta.url), 'utf8')),
);
const { bookingId, playerId, requestedAt } = bookingRequest();
const pending = foldAll(courtDay, [bookingRequested()]).bookings.get(bookingId)!;
const form = {
  name: 'Roxbury Court',
  location: 'Beverly Hills',
  surfaceType: 'hard',
  hourlyRate: '300.00',
};

/** Repetitions of fragments of addresses. */
const hostile = fc
  .array(
    fc.constantFrom(
      ' 11111111',
      '1 ',
      ' #1',
      'apt ',
      'Main Street',
      ' x',
      '1a',
      '-',
      '½ ',
      ',',
      '\n',
      '  ',
    ),
    {
      minLength: 1,
      maxLength: 80,
    },
  )
  .map((parts) => parts.join('').slice(0, 160));

/** An earlier regular expression backtracked for hours. */
const within = <T>(work: () => T): T => {
  let result: T;
  expect(processorSeconds(() => (result = work()))).toBeLessThan(2);
  return result!;
};

describe('an address', () => {
  it.each([`Main Street${' 11111111'.repeat(12)} x`, `Main Street${' 11111111'.repeat(16)}`])(
    'is processed quickly, no matter what it contains: %s',
    (address) => {
      within(() => CourtForm.parse({ ...form, address }));
      const court = aListing({ address });
      expect(within(() => courtView(court, policy, 'anybody')).address).toBe('S Roxbury Dr');
      expect(within(() => courtDetail(court, policy, 'anybody', requestedAt)).address).toBe(
        'S Roxbury Dr',
      );
      const { address: booked } = within(() =>
        bookingView(pending, court, playerId, requestedAt),
      ).court;
      expect(booked).toBe('S Roxbury Dr');
    },
  );

  it('does not appear in public views and is processed quickly', () =>
    fc.assert(
      fc.property(hostile, fc.constantFrom('', 'S Roxbury Dr'), (address, street) => {
        const court = aListing({ address, street });
        const shownAddress = street || court.location;
        expect(within(() => courtView(court, policy, 'anybody')).address).toBe(shownAddress);
        expect(within(() => courtDetail(court, policy, 'anybody', requestedAt)).address).toBe(
          shownAddress,
        );
        expect(within(() => bookingView(pending, court, playerId, requestedAt)).court.address).toBe(
          shownAddress,
        );
      }),
    ));
});
