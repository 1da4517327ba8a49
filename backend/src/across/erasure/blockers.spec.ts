import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { membership } from '../../people/membership/membership.js';
import {
  foundingActivated,
  intentCreated,
  monthlyActivated,
  subscriptionCreated,
} from '../../../testing/membership.js';
import { type Standing, blockersOf } from './blockers.js';

const free: Standing = {
  bookings: 0,
  hosting: 0,
  refunds: 0,
  dueCents: 0,
  frozenCents: 0,
  membership: null,
  isLastAdmin: false,
  at: '2027-03-11T12:00:00.000Z',
};
const found = (changes: Partial<Standing>) => blockersOf({ ...free, ...changes });
const codes = (changes: Partial<Standing>) => found(changes).map(({ code }) => code);
const cancelled = {
  type: 'EliteCancelled',
  data: {
    userId: 'ann',
    plan: 'monthly',
    accessUntil: '2027-04-10T12:00:00.000Z',
    cancelledAt: '2027-03-11T10:00:00.000Z',
  },
} as const;

describe('an erasure waits for', () => {
  it('nothing where nothing is open', () => expect(found({})).toEqual([]));

  it('bookings and money on either side, each with the page where it is seen', () =>
    expect(
      found({ bookings: 1, hosting: 2, refunds: 1, dueCents: 29_700, frozenCents: 300 }),
    ).toEqual([
      {
        code: 'bookings',
        message: 'You have one booking that is not over. Cancel, or play first.',
        link: '/bookings',
      },
      {
        code: 'hosting',
        link: '/host-dashboard?tab=bookings',
        message: 'Players have 2 bookings of your courts. Cancel, or host them first.',
      },
      {
        code: 'refunds',
        message: 'A refund for one booking did not reach you yet. We are on it.',
        link: '/bookings',
      },
      {
        code: 'payouts',
        message: '$300.00 is still to be paid to you.',
        link: '/host-dashboard?tab=earnings',
      },
    ]));

  it('money that a dispute freezes', () =>
    expect(found({ frozenCents: 1 })).toMatchObject([
      { code: 'payouts', message: '$0.01 of your pay waits for the end of a dispute.' },
    ]));

  it('a membership that would be charged again, and not for what is paid', () => {
    const after = (...events: Parameters<typeof membership.evolve>[1][]) => ({
      membership: foldAll(membership, events),
    });
    expect(codes(after(subscriptionCreated()))).toEqual(['membership']);
    expect(codes(after(subscriptionCreated(), monthlyActivated()))).toEqual(['membership']);
    expect(codes(after(subscriptionCreated(), monthlyActivated(), cancelled as never))).toEqual([]);
    expect(codes(after(intentCreated()))).toEqual(['membership']);
    expect(codes(after(intentCreated(), foundingActivated()))).toEqual([]);
  });

  it('another admin, where there is none', () =>
    expect(codes({ isLastAdmin: true })).toEqual(['last_admin']));
});
