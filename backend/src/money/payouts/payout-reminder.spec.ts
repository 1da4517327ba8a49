import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { payoutsWaiting } from '../../../testing/payout-account.js';
import { type PayoutRequirement, payoutReminder } from './payout-reminder.js';

const given = specification(payoutReminder);
const first = '2027-03-14T19:00:00.000Z';
const remind = (at: string, amountCents = 29_700, missing: PayoutRequirement = 'account') =>
  ({
    type: 'RemindHost',
    data: { hostId: 'hana', missing, bookings: 1, amountCents, at },
  }) as const;

describe('a host whose payouts wait for an account', () => {
  it('is reminded immediately, and again after a week', () => {
    given().when(remind(first)).then(payoutsWaiting());
    given(payoutsWaiting()).when(remind('2027-03-21T18:59:59.000Z')).thenNothing();
    const later = { amountCents: 59_400, remindedAt: '2027-03-21T19:00:00.000Z' };
    given(payoutsWaiting())
      .when(remind(later.remindedAt, later.amountCents))
      .then(payoutsWaiting(later));
  });

  it('is reminded of a missing approval each week, regardless of what the account needed before', () => {
    const awaiting = { ...payoutsWaiting(), type: 'HostPayoutsAwaitingApproval' } as const;
    given(payoutsWaiting())
      .when(remind(first, 29_700, 'approval'))
      .then(awaiting);
    given(awaiting)
      .when(remind('2027-03-21T18:59:59.000Z', 29_700, 'approval'))
      .thenNothing();
    given(awaiting).when(remind(first)).then(payoutsWaiting());
  });
});
