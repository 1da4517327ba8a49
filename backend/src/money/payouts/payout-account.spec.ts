import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { specification } from '../../../testing/specification.js';
import type { PayoutAccountEvent } from './payout-account.events.js';
import {
  type BankPayout,
  type StripeAccount,
  payoutAccount,
  payoutAccountState,
} from './payout-account.js';

const given = specification(payoutAccount);
const recordedAt = '2027-03-10T12:00:00.000Z';
const accountFields = { hostId: 'hana', accountId: 'acct_1' };
const fresh: StripeAccount = {
  accountId: 'acct_1',
  transfers: 'inactive',
  payoutsEnabled: false,
  isSubmitted: false,
  currentlyDue: [],
  pastDue: [],
  disabledReason: null,
  deadline: null,
};
const ready: StripeAccount = {
  ...fresh,
  transfers: 'active',
  payoutsEnabled: true,
  isSubmitted: true,
};
const stopped: StripeAccount = { ...ready, payoutsEnabled: false };
const record = (account: StripeAccount, ...bankPayouts: BankPayout[]) =>
  ({
    type: 'RecordAccount',
    data: { hostId: 'hana', account, bankPayouts, at: recordedAt },
  }) as const;
const opened: PayoutAccountEvent = {
  type: 'PayoutAccountOpened',
  data: { ...accountFields, openedAt: recordedAt },
};
const changed = (account: StripeAccount, needsHost = false): PayoutAccountEvent => ({
  type: 'PayoutAccountChanged',
  data: {
    hostId: 'hana',
    ...account,
    currentlyDue: [...account.currentlyDue],
    pastDue: [...account.pastDue],
    needsHost,
    changedAt: recordedAt,
  },
});
const payoutFields = { payoutId: 'po_1', amountCents: 29_700 };
const arrives: BankPayout = { ...payoutFields, failureCode: null };
const fails: BankPayout = { ...payoutFields, failureCode: 'account_closed' };
const arrived: PayoutAccountEvent = {
  type: 'HostBankPayoutPaid',
  data: { ...accountFields, ...payoutFields, paidAt: recordedAt },
};
const failed: PayoutAccountEvent = {
  type: 'HostBankPayoutFailed',
  data: {
    ...accountFields,
    ...payoutFields,
    failureCode: 'account_closed',
    failedAt: recordedAt,
  },
};

describe('a payout account', () => {
  it('opens once', () => {
    given().when(record(fresh)).then(opened);
    given(opened).when(record(fresh)).thenNothing();
    given().when(record(ready)).then(opened, changed(ready));
  });

  it('records when Stripe activates or restricts it', () => {
    given(opened).when(record(ready)).then(changed(ready));
    given(opened, changed(ready)).when(record(ready)).thenNothing();
    const inactive: StripeAccount = { ...ready, transfers: 'inactive' };
    given(opened, changed(ready)).when(record(inactive)).then(changed(inactive, true));
  });

  it('keeps the first Stripe account', () =>
    given(opened)
      .when(record({ ...ready, accountId: 'acct_2' }))
      .thenNothing());

  it('needs the host if Stripe stops payouts or requests more from a complete account', () => {
    const onboarding = { ...fresh, currentlyDue: ['external_account'] };
    given(opened).when(record(onboarding)).then(changed(onboarding));
    given(opened, changed(ready)).when(record(stopped)).then(changed(stopped, true));
    const asked: StripeAccount = {
      ...ready,
      currentlyDue: ['individual.verification.document'],
      deadline: '2027-04-01T00:00:00.000Z',
    };
    given(opened, changed(ready)).when(record(asked)).then(changed(asked, true));
    const overdue: StripeAccount = { ...asked, pastDue: asked.currentlyDue };
    given(opened, changed(asked)).when(record(overdue)).then(changed(overdue, true));
    given(opened, changed(asked)).when(record(ready)).then(changed(ready));
  });

  it('notifies the host once of a returned payout, regardless of what Stripe shows first', () => {
    const needsBank: StripeAccount = { ...stopped, currentlyDue: ['external_account'] };
    const needsMore: StripeAccount = {
      ...stopped,
      currentlyDue: ['external_account', 'individual.verification.document'],
    };
    const isReady = [opened, changed(ready)] as const;
    given(...isReady)
      .when(record(needsBank, fails))
      .then(changed(needsBank), failed);
    given(...isReady)
      .when(record(stopped, fails))
      .then(changed(stopped), failed);
    given(...isReady, failed)
      .when(record(needsBank, fails))
      .then(changed(needsBank));
    given(...isReady, failed)
      .when(record(stopped, fails))
      .then(changed(stopped, true));
    given(...isReady)
      .when(record(needsMore, fails))
      .then(changed(needsMore, true), failed);
  });

  it('records each payout to the bank once, even if it is returned after it arrived', () => {
    given(opened).when(record(fresh, arrives)).then(arrived);
    given(opened, arrived).when(record(fresh, arrives)).thenNothing();
    given(opened, arrived).when(record(fresh, fails)).then(failed);
    given(opened, arrived, failed).when(record(fresh, fails)).thenNothing();
    given(opened, failed).when(record(fresh, arrives)).thenNothing();
  });

  it('shows a returned payout until a later one arrives or payouts are enabled again', () => {
    const after = (...events: PayoutAccountEvent[]) =>
      foldAll(payoutAccount, [opened, ...events])!.returned?.payoutId ?? null;
    expect(after(arrived, failed)).toBe('po_1');
    const later: PayoutAccountEvent = {
      type: 'HostBankPayoutPaid',
      data: { ...accountFields, ...payoutFields, payoutId: 'po_2', paidAt: recordedAt },
    };
    expect(after(failed, later)).toBeNull();
    expect(after(changed(ready), failed, changed(stopped))).toBe('po_1');
    expect(after(changed(ready), failed, changed(stopped), changed(ready))).toBeNull();
  });

  it('shows its state to the host', () => {
    const stateOf = (account: StripeAccount) =>
      payoutAccountState(foldAll(payoutAccount, [opened, changed(account)]));
    expect(payoutAccountState(null)).toBe('none');
    expect(stateOf(fresh)).toBe('onboarding');
    expect(stateOf(ready)).toBe('active');
    expect(stateOf(stopped)).toBe('restricted');
    expect(stateOf({ ...ready, transfers: 'inactive' })).toBe('restricted');
    expect(stateOf({ ...ready, transfers: 'pending' })).toBe('restricted');
  });
});
