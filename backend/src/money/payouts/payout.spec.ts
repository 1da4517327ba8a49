import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  DUE_AT,
  OTHER_BOOKING,
  debtRecorded,
  debtReduced,
  paidBooking,
  payoutAdjusted,
  payoutOffset,
  payoutRecovered,
  payoutReversed,
  payoutTransferred,
} from '../../../testing/paid-booking.js';
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
    type: 'RecordTransfers',
    data: {
      booking: paidBooking,
      transfers: [{ ...transfer, ...changes }],
      reversalCause: 'dispute',
      dueAt: DUE_AT,
      at: DUE_AT,
    },
  }) as const;
const refusedStep = { step: 'transfer', amountCents: 29_700 } as const;
const refuse = (refusals: number, at = DUE_AT) =>
  ({
    type: 'RecordRefusal',
    data: { booking: paidBooking, ...refusedStep, refusals, code: 'account_closed', at },
  }) as const;
const refusedUntil = (
  tryAgainAt: string,
  isRepeated = false,
  step: 'transfer' | 'reverse' = 'transfer',
  amountCents = 29_700,
): PayoutEvent => ({
  type: 'PayoutRefused',
  data: {
    ...paidBooking,
    step,
    amountCents,
    isRepeated,
    code: 'account_closed',
    tryAgainAt,
    refusedAt: DUE_AT,
  },
});
const back = { reversalId: 'trr_1', amountCents: 10_000 };
const backEvent: PayoutEvent = {
  type: 'PayoutReversed',
  data: { ...paidBooking, transferId: 'tr_1', ...back, cause: 'dispute', reversedAt: DUE_AT },
};

describe('a payout', () => {
  it('records a transfer once', () => {
    given().when(note()).then(payoutTransferred());
    given(payoutTransferred()).when(note()).thenNothing();
  });

  it('records a second transfer', () =>
    given(payoutTransferred())
      .when(note({ transferId: 'tr_2' }))
      .then(payoutTransferred(29_700, 'tr_2')));

  it('records each part of an offset once', () => {
    const offset = {
      type: 'OffsetDebt',
      data: {
        booking: paidBooking,
        debtBookingId: OTHER_BOOKING,
        amountCents: 10_000,
        offsetCount: 0,
        dueAt: DUE_AT,
        at: DUE_AT,
      },
    } as const;
    const recovery = {
      type: 'RecordRecovery',
      data: {
        booking: paidBooking,
        offsetId: 'booking-2:0',
        fromBookingId: OTHER_BOOKING,
        amountCents: 10_000,
        at: DUE_AT,
      },
    } as const;
    given().when(offset).then(payoutOffset(10_000));
    given(payoutOffset(10_000)).when(offset).thenNothing();
    given(payoutTransferred()).when(recovery).then(payoutRecovered(10_000));
    given(payoutTransferred(), payoutRecovered(10_000)).when(recovery).thenNothing();
    const state = foldAll(payout, [payoutTransferred(), payoutRecovered(10_000)]);
    expect(paidOutCents(state)).toBe(19_700);
    expect(paidOutCents(foldAll(payout, [payoutOffset(10_000)]))).toBe(10_000);
  });

  it('records a debt once, and again only if it grows', () => {
    const record = (amountCents: number) =>
      ({
        type: 'RecordDebt',
        data: { booking: paidBooking, amountCents, at: DUE_AT },
      }) as const;
    given().when(record(10_000)).then(debtRecorded(10_000));
    given(debtRecorded(10_000)).when(record(10_000)).thenNothing();
    given(debtRecorded(10_000), payoutRecovered(4_000)).when(record(6_000)).thenNothing();
    given(debtRecorded(10_000), payoutAdjusted(10_000)).when(record(500)).then(debtRecorded(500));
  });

  it('reduces a recorded debt, and announces a later one even if it is smaller', () => {
    const record = (amountCents: number) =>
      ({
        type: 'RecordDebt',
        data: { booking: paidBooking, amountCents, at: DUE_AT },
      }) as const;
    given(debtRecorded(10_000)).when(record(4_000)).then(debtReduced(4_000));
    given(debtRecorded(10_000), debtReduced(4_000)).when(record(4_000)).thenNothing();
    given(debtRecorded(10_000)).when(record(0)).then(debtReduced(0));
    given(debtRecorded(10_000), debtReduced(0)).when(record(0)).thenNothing();
    given(debtRecorded(10_000), debtReduced(0)).when(record(500)).then(debtRecorded(500));
    given(debtRecorded(10_000), debtReduced(4_000)).when(record(5_000)).then(debtRecorded(5_000));
  });

  it('records each reversal once', () => {
    given(payoutTransferred())
      .when(note({ reversals: [back] }))
      .then(backEvent);
    given(payoutTransferred(), backEvent)
      .when(note({ reversals: [back] }))
      .thenNothing();
    given()
      .when(note({ reversals: [back] }))
      .then(payoutTransferred(), backEvent);
  });

  it('leaves the host the amount that was not reversed', () => {
    expect(paidOutCents(foldAll(payout, []))).toBe(0);
    expect(
      paidOutCents(
        foldAll(payout, [
          payoutTransferred(),
          payoutReversed(10_000),
          payoutReversed(700, 'trr_2'),
        ]),
      ),
    ).toBe(19_000);
    expect(
      paidOutCents(
        foldAll(payout, [
          payoutTransferred(),
          payoutReversed(29_700),
          payoutTransferred(10_000, 'tr_2'),
        ]),
      ),
    ).toBe(10_000);
  });
});

describe('a refused payout', () => {
  it('retries after an hour, then doubles the delay up to a day', () => {
    const hours = [1, 2, 4, 8, 16, 24, 24];
    const events: PayoutEvent[] = [];
    for (const [refusals, pause] of hours.entries()) {
      const tryAgainAt = new Date(Date.parse(DUE_AT) + pause * 3_600_000).toISOString();
      const again = refusedUntil(tryAgainAt, refusals > 0);
      given(...events)
        .when(refuse(refusals))
        .then(again);
      events.push(again);
    }
  });

  it('records concurrent refusals once', () =>
    given(refusedUntil('2027-03-14T20:00:00.000Z')).when(refuse(0)).thenNothing());

  it('starts counting again once money has moved', () =>
    given(refusedUntil('2027-03-14T20:00:00.000Z'), payoutTransferred())
      .when({ ...refuse(1), data: { ...refuse(1).data, step: 'reverse', amountCents: 10_000 } })
      .then(refusedUntil('2027-03-14T20:00:00.000Z', false, 'reverse', 10_000)));

  it('is not hidden by a refused reversal', () =>
    given(refusedUntil('2027-03-14T20:00:00.000Z', false, 'reverse', 10_000))
      .when(refuse(1))
      .then(refusedUntil('2027-03-14T20:00:00.000Z', false)));

  it('ends once the money has moved', () =>
    expect(
      foldAll(payout, [refusedUntil('2027-03-14T20:00:00.000Z'), payoutTransferred()]),
    ).toMatchObject({
      refusal: null,
      refusals: 1,
    }));
});
