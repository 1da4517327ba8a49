import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import type { PlatformPayoutEvent } from './platform-payout.events.js';
import { platformPayout } from './platform-payout.js';

const given = specification(platformPayout);
const at = '2027-03-16T12:00:00.000Z';
const payout = { payoutId: 'po_1', amountCents: 3_300 };
const shown = {
  ...payout,
  isReturned: false,
  failureCode: null,
  sentAt: '2027-03-15T00:00:00.000Z',
};
const record = (changes: Partial<typeof shown> | { isReturned: true; failureCode: string }) =>
  ({ type: 'RecordPlatformPayout', data: { ...shown, ...changes, at } }) as const;
const sent: PlatformPayoutEvent = {
  type: 'PlatformPayoutSent',
  data: { ...payout, sentAt: shown.sentAt },
};
const returned = (failureCode: string | null): PlatformPayoutEvent => ({
  type: 'PlatformPayoutReturned',
  data: { ...payout, failureCode, returnedAt: at },
});

describe("a payout to Courtly's bank", () => {
  it('is recorded once', () => {
    given().when(record({})).then(sent);
    given(sent).when(record({})).thenNothing();
  });

  it('is recorded once as returned or canceled, even if it is read late', () => {
    const failed = record({ isReturned: true, failureCode: 'account_closed' });
    given(sent).when(failed).then(returned('account_closed'));
    given().when(failed).then(sent, returned('account_closed'));
    given(sent, returned('account_closed')).when(failed).thenNothing();
    given(sent)
      .when(record({ isReturned: true }))
      .then(returned(null));
  });

  it('stays returned when an older snapshot follows', () =>
    given(sent, returned('account_closed')).when(record({})).thenNothing());
});
