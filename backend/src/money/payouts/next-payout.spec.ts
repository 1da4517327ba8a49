import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { booking } from '../../booking/bookings/booking.js';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  DUE_AT,
  cancelledFree,
  cancelledLate,
  disputeClosed,
  disputed,
  onlyConfirmed,
  paymentAfter,
  played,
  refunded,
  refused,
  reversed,
  transferred,
} from '../../../testing/paid-booking.js';
import { aRequest, approved, completed, requested } from '../../../testing/court-day.js';
import { payoutDueAt, hostShare, nextPayout } from './next-payout.js';
import type { PayoutEvent } from './payout.events.js';
import type { ConnectedAccount } from './payout-account.js';
import { payout } from './payout.js';

const of = (events: readonly BookingEvent[]) => foldAll(booking, events)!;
const account: ConnectedAccount = { accountId: 'acct_1', transfers: 'active', isSubmitted: true };
const justBefore = '2027-03-14T18:59:59.999Z';

const next = (
  events: readonly BookingEvent[],
  payment = paymentAfter(),
  payouts: PayoutEvent[] = [],
  { at = DUE_AT, to = account as ConnectedAccount | null } = {},
) => nextPayout(of(events), payment, foldAll(payout, payouts), to, at);

const transfer = (amountCents: number) => ({
  type: 'transfer',
  amountCents,
  accountId: 'acct_1',
  chargeId: 'ch_1',
});
const waits = (reason: string) => ({ type: 'wait', for: reason });

describe('the host share', () => {
  it.each([
    ['a played hour', played, paymentAfter(), 29_700],
    ['a late cancellation before its refund', cancelledLate, paymentAfter(), 14_850],
    ['a late cancellation after its refund', cancelledLate, paymentAfter(refunded(16_500)), 14_850],
    ['a free cancellation', cancelledFree, paymentAfter(refunded(33_000)), 0],
    ['an hour to come', onlyConfirmed, paymentAfter(), 0],
    ['a refund up to the share of the platform', played, paymentAfter(refunded(3_300)), 29_700],
    ['a refund of one cent more', played, paymentAfter(refunded(3_301)), 29_699],
    ['a full refund', played, paymentAfter(refunded(33_000)), 0],
    ['an open dispute', played, paymentAfter(disputed()), 29_700],
    ['a lost dispute', played, paymentAfter(disputed(), disputeClosed('lost')), 0],
    ['a won dispute', played, paymentAfter(disputed(), disputeClosed('won')), 29_700],
    [
      'an authorization that was never captured',
      played,
      { ...paymentAfter(), status: 'authorised' } as const,
      0,
    ],
    ['no payment', played, null, 0],
  ])('covers %s', (_, events, payment, cents) =>
    expect(hostShare(of(events), payment)).toBe(cents),
  );
});

describe('the next payout step', () => {
  it('becomes due after the delay in the terms of the booking', () => {
    expect(payoutDueAt(aRequest())).toBe(DUE_AT);
    expect(payoutDueAt(aRequest({ terms: { ...aRequest().terms, payoutDelayMinutes: 0 } }))).toBe(
      aRequest().endTime,
    );
  });

  it('waits until the due time, to the millisecond', () => {
    expect(next(played, paymentAfter(), [], { at: justBefore })).toEqual(waits('not_due'));
    expect(next(played)).toEqual(transfer(29_700));
    expect(next(cancelledLate, paymentAfter(refunded(16_500)), [], { at: justBefore })).toEqual(
      waits('not_due'),
    );
    expect(next(cancelledLate, paymentAfter(refunded(16_500)))).toEqual(transfer(14_850));
  });

  it('waits for an active account', () => {
    expect(next(played, paymentAfter(), [], { to: null })).toEqual(waits('account'));
    expect(next(played, paymentAfter(), [], { to: { ...account, transfers: 'pending' } })).toEqual(
      waits('account'),
    );
  });

  it('waits during a dispute until it is won', () => {
    expect(next(played, paymentAfter(disputed()))).toEqual(waits('disputed'));
    expect(next(played, paymentAfter(disputed(), disputeClosed('won')))).toEqual(transfer(29_700));
    expect(next(played, paymentAfter(disputed(), disputeClosed('lost')))).toBeNull();
  });

  it('waits after a refusal until the next attempt', () => {
    const again = '2027-03-14T20:00:00.000Z';
    const after = (at: string) => next(played, paymentAfter(), [refused(again)], { at });
    expect(after('2027-03-14T19:59:59.999Z')).toEqual(waits('refused'));
    expect(after(again)).toEqual(transfer(29_700));
  });

  it('ends with the transfer and never makes a second one', () => {
    expect(next(played, paymentAfter(), [transferred()])).toBeNull();
    expect(next(played, paymentAfter(), [transferred(), reversed(29_700)])).toBeNull();
  });

  it('reverses what the host no longer earns, at most what is left', () => {
    const back = (amountCents: number, reversalCount = 0) => ({
      type: 'reverse',
      amountCents,
      transferId: 'tr_1',
      reversalCount,
    });
    expect(next(played, paymentAfter(refunded(33_000)), [transferred()])).toEqual(back(29_700));
    expect(next(played, paymentAfter(refunded(13_300)), [transferred()])).toEqual(back(10_000));
    expect(next(played, paymentAfter(refunded(33_000)), [transferred(), reversed(10_000)])).toEqual(
      back(19_700, 1),
    );
    expect(
      next(played, paymentAfter(refunded(33_000)), [transferred(), reversed(29_700)]),
    ).toBeNull();
    expect(next(played, paymentAfter(disputed(), disputeClosed('lost')), [transferred()])).toEqual(
      back(29_700),
    );
    expect(next(played, paymentAfter(disputed()), [transferred()])).toBeNull();
  });

  it('does nothing without a card payment or with a wrong amount', () => {
    expect(next([requested(), approved(), completed()])).toBeNull();
    expect(next(played, { ...paymentAfter(), isMismatched: true })).toBeNull();
  });
});
