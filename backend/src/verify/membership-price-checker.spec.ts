import { describe, expect, it } from '@jest/globals';
import type { MembershipEvent } from '../people/membership/membership.events.js';
import { recordedLog, policyTookEffect } from '../../testing/audited-log.js';
import {
  foundingActivated,
  intentCreated,
  monthlyActivated,
  subscriptionCreated,
} from '../../testing/membership.js';
import { openSpill } from '../platform/stores/spilled-map.js';
import { membershipPriceChecker } from './membership-price-checker.js';

const problemsOf = (...history: MembershipEvent[]): string[] => {
  const check = membershipPriceChecker(openSpill());
  return recordedLog([policyTookEffect('standard-1'), ...history]).flatMap((event) => [
    ...check(event),
  ]);
};

describe('valid memberships', () => {
  it.each<[string, MembershipEvent[]]>([
    ['a founding year', [intentCreated(), foundingActivated()]],
    [
      'a founding year from February 29',
      [
        intentCreated(),
        foundingActivated({
          from: '2028-02-29T12:00:00.000Z',
          until: '2029-02-28T12:00:00.000Z',
          accessUntil: '2029-02-28T12:00:00.000Z',
        }),
      ],
    ],
    ['a month', [subscriptionCreated(), monthlyActivated()]],
  ])('may be %s', (_, history) => expect(problemsOf(...history)).toEqual([]));
});

describe('invalid memberships', () => {
  it.each<[string, MembershipEvent[], string]>([
    [
      'a founding year at another price',
      [intentCreated({ amountCents: 100 })],
      'no policy has a founding year for $1.00',
    ],
    [
      'a founding year of two years',
      [
        foundingActivated({
          until: '2029-03-10T12:00:00.000Z',
          accessUntil: '2029-03-10T12:00:00.000Z',
        }),
      ],
      'it lasts from 2027-03-10T12:00:00.000Z to 2029-03-10T12:00:00.000Z, which is not a year',
    ],
    [
      'access beyond the founding year',
      [foundingActivated({ accessUntil: '2099-01-01T00:00:00.000Z' })],
      'its access ends at 2099-01-01T00:00:00.000Z, but the year ends at 2028-03-10T12:00:00.000Z',
    ],
    [
      'a subscription at another price',
      [subscriptionCreated({ amountCents: 100 })],
      'no policy has a subscription for $1.00 a month',
    ],
    [
      'a month at a price other than that of its subscription',
      [subscriptionCreated(), monthlyActivated({ amountCents: 100 })],
      'it is paid with $1.00, but its subscription costs $100.00',
    ],
    [
      'a month that lasts for decades',
      [subscriptionCreated(), monthlyActivated({ until: '2099-01-01T00:00:00.000Z' })],
      'it lasts from 2027-03-10T12:00:00.000Z to 2099-01-01T00:00:00.000Z, which is more than a month',
    ],
    [
      'a longer grace period',
      [subscriptionCreated(), monthlyActivated({ accessUntil: '2027-05-10T12:00:00.000Z' })],
      'its access ends 30 days after the month, but policy standard-1 has 7',
    ],
  ])('are reported: %s', (_, history, problem) =>
    expect(problemsOf(...history)).toContain(`membership of ann: ${problem}`),
  );
});
