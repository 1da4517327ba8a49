import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { DUE_AT, paid, reversed, transferred } from '../../../testing/paid-booking.js';
import { specification } from '../../../testing/specification.js';
import type { PayoutEvent } from './payout.events.js';
import { type Transfer, paidOutCents, payout } from './payout.js';

const given = specification(payout);
const transfer: Transfer = {
  transferId: 'tr_1',
  accountId: 'acct_1',
  amountCents: 29_700,
  reversals: [],
};
const note = (changes: Partial<Transfer> = {}) =>
  ({
    type: 'RecordTransfer',
    data: { booking: paid, transfer: { ...transfer, ...changes }, dueAt: DUE_AT, at: DUE_AT },
  }) as const;
const refuse = (refusals: number, at = DUE_AT) =>
  ({
    type: 'RecordRefusal',
    data: { booking: paid, refusals, code: 'account_closed', at },
  }) as const;
const refusedUntil = (tryAgainAt: string, refusedAt = DUE_AT): PayoutEvent => ({
  type: 'PayoutRefused',
  data: { ...paid, code: 'account_closed', tryAgainAt, refusedAt },
});
const back = { reversalId: 'trr_1', amountCents: 10_000 };
const backEvent: PayoutEvent = {
  type: 'PayoutReversed',
  data: { ...paid, transferId: 'tr_1', ...back, reversedAt: DUE_AT },
};

describe('a payout', () => {
  it('records a transfer once', () => {
    given().when(note()).then(transferred());
    given(transferred()).when(note()).thenNothing();
  });

  it('ignores a second transfer', () =>
    given(transferred())
      .when(note({ transferId: 'tr_2' }))
      .thenNothing());

  it('records each reversal once', () => {
    given(transferred())
      .when(note({ reversals: [back] }))
      .then(backEvent);
    given(transferred(), backEvent)
      .when(note({ reversals: [back] }))
      .thenNothing();
    given()
      .when(note({ reversals: [back] }))
      .then(transferred(), backEvent);
  });

  it('leaves the host what was not reversed', () => {
    expect(paidOutCents(foldAll(payout, []))).toBe(0);
    expect(
      paidOutCents(foldAll(payout, [transferred(), reversed(10_000), reversed(700, 'trr_2')])),
    ).toBe(19_000);
  });
});

describe('a refused payout', () => {
  it('retries after an hour, then doubles the delay up to a day', () => {
    const hours = [1, 2, 4, 8, 16, 24, 24];
    const events: PayoutEvent[] = [];
    for (const [refusals, pause] of hours.entries()) {
      const again = refusedUntil(new Date(Date.parse(DUE_AT) + pause * 3_600_000).toISOString());
      given(...events)
        .when(refuse(refusals))
        .then(again);
      events.push(again);
    }
  });

  it('records concurrent refusals once', () =>
    given(refusedUntil('2027-03-14T20:00:00.000Z')).when(refuse(0)).thenNothing());

  it('ends once the money has moved', () =>
    expect(
      foldAll(payout, [refusedUntil('2027-03-14T20:00:00.000Z'), transferred()]),
    ).toMatchObject({
      refusal: null,
      refusals: 1,
    }));
});
