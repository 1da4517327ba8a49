import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import type { PayoutAccountEvent } from './payout-account.events.js';
import { type ConnectedAccount, payoutAccount, payoutAccountState } from './payout-account.js';

const given = specification(payoutAccount);
const recordedAt = '2027-03-10T12:00:00.000Z';
const accountFields = { hostId: 'hana', accountId: 'acct_1' };
const fresh: ConnectedAccount = { accountId: 'acct_1', transfers: 'inactive', isSubmitted: false };
const ready: ConnectedAccount = { ...fresh, transfers: 'active', isSubmitted: true };
const note = (account: ConnectedAccount) =>
  ({ type: 'RecordAccount', data: { hostId: 'hana', account, at: recordedAt } }) as const;
const opened: PayoutAccountEvent = {
  type: 'PayoutAccountOpened',
  data: { ...accountFields, openedAt: recordedAt },
};
const changed = (
  transfers: ConnectedAccount['transfers'],
  isSubmitted: boolean,
): PayoutAccountEvent => ({
  type: 'PayoutAccountChanged',
  data: { ...accountFields, transfers, isSubmitted, changedAt: recordedAt },
});

describe('a payout account', () => {
  it('opens once', () => {
    given().when(note(fresh)).then(opened);
    given(opened).when(note(fresh)).thenNothing();
    given().when(note(ready)).then(opened, changed('active', true));
  });

  it('records when Stripe activates or restricts it', () => {
    given(opened).when(note(ready)).then(changed('active', true));
    given(opened, changed('active', true)).when(note(ready)).thenNothing();
    given(opened, changed('active', true))
      .when(note({ ...ready, transfers: 'inactive' }))
      .then(changed('inactive', true));
  });

  it('keeps the first Stripe account', () =>
    given(opened)
      .when(note({ ...ready, accountId: 'acct_2' }))
      .thenNothing());

  it('shows its state to the host', () => {
    expect(payoutAccountState(null)).toBe('none');
    expect(payoutAccountState(fresh)).toBe('onboarding');
    expect(payoutAccountState(ready)).toBe('active');
    expect(payoutAccountState({ ...ready, transfers: 'inactive' })).toBe('restricted');
    expect(payoutAccountState({ ...ready, transfers: 'pending' })).toBe('restricted');
  });
});
