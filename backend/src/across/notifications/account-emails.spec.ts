import { describe, expect, it } from '@jest/globals';
import type { HostApproval } from '@courtly/contracts/applications';
import type { ConnectedAccount } from '../../money/payouts/payout-account.js';
import { accountEmail, approvalEmail } from './account-emails.js';

const page = { words: 'See your earnings', address: 'https://courtly.example/host/earnings' };
const emailReader = {
  email: 'hana@example.test',
  firstName: 'Hana',
  page,
  verifyAt: null,
  off: null,
};
const ready: ConnectedAccount = {
  accountId: 'acct_1',
  transfers: 'active',
  payoutsEnabled: true,
  isSubmitted: true,
  currentlyDue: [],
  pastDue: [],
  disabledReason: null,
  deadline: null,
  bankPayouts: [],
  returned: null,
};
const write = (type: Parameters<typeof accountEmail>[1], changes: Partial<ConnectedAccount>) => {
  const email = accountEmail(emailReader, type, { ...ready, ...changes });
  return email && [email.subject, ...email.parts.filter((part) => typeof part === 'string')];
};

describe('an email about a payout account', () => {
  it('says what Stripe needs and by when', () =>
    expect(
      write('payout_account_needs', {
        currentlyDue: ['individual.id_number', 'external_account'],
        deadline: '2027-04-01T05:00:00.000Z',
      }),
    ).toEqual([
      'Stripe needs information from you',
      'Hi Hana,',
      'Stripe needs your bank account details and proof of your identity by Wednesday, March 31.',
      'Without it, Stripe will stop your payouts.',
    ]));

  it('says that payouts are on hold, without mentioning a past day', () => {
    const stopped = { payoutsEnabled: false, deadline: '2027-04-01T05:00:00.000Z' };
    expect(
      write('payout_account_needs', { ...stopped, pastDue: ['individual.id_number'] }),
    ).toEqual([
      'Your payouts are on hold',
      'Hi Hana,',
      'Stripe needs proof of your identity.',
      "Your earnings are safe. We'll pay them out after that.",
    ]);
    expect(write('payout_account_needs', stopped)).toContain('Stripe is reviewing your account.');
  });

  it('says that Stripe closed the account, not that it is reviewing it', () =>
    expect(
      write('payout_account_needs', { payoutsEnabled: false, disabledReason: 'rejected.fraud' }),
    ).toEqual([
      'Your payouts are on hold',
      'Hi Hana,',
      "Stripe closed your account, so we can't pay out your earnings. Please contact us.",
    ]));

  it('says why the bank returned a payout', () => {
    const returned = { payoutId: 'po_1', amountCents: 29_700, endedAt: '2027-03-16T10:00:00.000Z' };
    expect(
      write('bank_payout_returned', { returned: { ...returned, failureCode: 'no_account' } }),
    ).toContain('Your bank returned a payout of $297.00: check the account number.');
    expect(
      write('bank_payout_returned', { returned: { ...returned, failureCode: 'account_closed' } }),
    ).toContain(
      'Your bank returned a payout of $297.00: the bank account is closed. Enter another one.',
    );
  });

  it('says how much waits for an account, and what is missing', () => {
    const waiting = (changes: Partial<ConnectedAccount> | null) => {
      const account = changes && { ...ready, payoutsEnabled: false, ...changes };
      const email = accountEmail(emailReader, 'payouts_waiting', account, 59_400);
      return email?.parts.filter((part) => typeof part === 'string').slice(1);
    };
    const amount = '$594.00 is waiting to be paid out to you.';
    const setUp = "We'll pay it once you have set up payouts on your earnings page.";
    expect(waiting(null)).toEqual([amount, setUp]);
    expect(waiting({ isSubmitted: false })).toEqual([amount, setUp]);
    expect(waiting({ pastDue: ['external_account'] })).toEqual([
      amount,
      'Stripe needs your bank account details.',
      "Your earnings are safe. We'll pay them out after that.",
    ]);
    expect(waiting({ payoutsEnabled: true })).toBeUndefined();
  });

  it('says what an approval of the host waits for, unless an admin has to act', () => {
    const sentencesOf = (approval: HostApproval) => {
      const email = approvalEmail(emailReader, approval, 59_400);
      return email?.parts.filter((part) => typeof part === 'string').slice(1);
    };
    const amount = '$594.00 is waiting to be paid out to you. Courtly pays approved hosts.';
    expect(sentencesOf({ state: 'missing' })).toEqual([
      amount,
      "We'll pay it once you're approved. Tell us about your court on your earnings page.",
    ]);
    const link = { linkExpiresAt: '2027-04-01T05:00:00.000Z' };
    expect(sentencesOf({ state: 'approved', email: 'hana@example.test', ...link })).toEqual([
      amount,
      'Your application was approved. Open the link in the email that we sent you.',
      'You can request a new link on your earnings page.',
    ]);
    expect(sentencesOf({ state: 'rejected', reason: '' })).toHaveLength(2);
    expect(sentencesOf({ state: 'pending', answerBy: '' })).toBeUndefined();
    expect(sentencesOf({ state: 'granted' })).toBeUndefined();
  });

  it('is not sent once the host has resolved it', () => {
    expect(write('payout_account_needs', {})).toBeNull();
    expect(write('bank_payout_returned', {})).toBeNull();
  });
});
