import { describe, expect, it } from '@jest/globals';
import { bookingCompleted, bookingMoved, bookingRequested } from '../../../testing/court-day.js';
import {
  DUE_AT,
  freeCancellation,
  lateCancellation,
  paymentCaptured,
  created,
  disputeClosed,
  paymentDisputed,
  paymentAuthorised,
  playedBooking,
  paymentRefunded,
  payoutAdjusted,
  payoutRefused,
  payoutReversed,
  payoutTransferred,
} from '../../../testing/paid-booking.js';
import { fold, inStream } from '../../../testing/projection.js';
import { type PayoutDocument, payouts } from './payouts.projection.js';

type Event = Parameters<typeof payouts.evolve>[1];
type Plain = Pick<Event, 'type' | 'data'>;

const charged = [created, paymentAuthorised, paymentCaptured] as const;
const after = (...events: readonly Plain[]): PayoutDocument | undefined =>
  fold(payouts, ...inStream('log-all', ...(events as Event[]))).get('booking-1');
const figures = (...events: readonly Plain[]) => {
  const { shareCents, paidCents, dueCents, frozenCents, unpaidCents, dueAt } = after(...events)!;
  return { shareCents, paidCents, dueCents, frozenCents, unpaidCents, dueAt };
};
const nothing = {
  shareCents: 0,
  paidCents: 0,
  dueCents: 0,
  frozenCents: 0,
  unpaidCents: 0,
  dueAt: null,
};

describe('the payout of a booking', () => {
  it('owes nothing before the hour ends, and skips bookings without a card', () => {
    expect(figures(...playedBooking.slice(0, 3), ...charged)).toEqual({
      ...nothing,
      unpaidCents: 29_700,
    });
    expect(after(bookingRequested(), bookingCompleted())).toBeUndefined();
  });

  it('becomes due a day after the hour to which the booking has moved', () => {
    const [completed, ...confirmed] = playedBooking.toReversed();
    const moved = [...confirmed.toReversed(), bookingMoved(), completed!];
    expect(figures(...moved, ...charged)).toMatchObject({
      dueCents: 29_700,
      dueAt: '2027-03-14T22:00:00.000Z',
    });
  });

  it('becomes due a day after the hour and is paid by the transfer', () => {
    expect(figures(...playedBooking, ...charged)).toEqual({
      ...nothing,
      shareCents: 29_700,
      dueCents: 29_700,
      unpaidCents: 29_700,
      dueAt: DUE_AT,
    });
    expect(figures(...playedBooking, ...charged, payoutTransferred())).toEqual({
      ...nothing,
      shareCents: 29_700,
      paidCents: 29_700,
    });
  });

  it('ends in the same state whether the hour or the capture comes first', () =>
    expect(after(...playedBooking.slice(0, 3), ...charged, playedBooking[3])).toEqual(
      after(...playedBooking, ...charged),
    ));

  it('owes the late fee, and nothing for a free cancellation', () => {
    expect(figures(...lateCancellation, ...charged, paymentRefunded(16_500))).toMatchObject({
      dueCents: 14_850,
      dueAt: DUE_AT,
    });
    expect(figures(...freeCancellation, ...charged, paymentRefunded(33_000))).toEqual(nothing);
  });

  it('waits during a dispute and becomes due once it is won', () => {
    const frozen = {
      shareCents: 29_700,
      paidCents: 0,
      dueCents: 0,
      frozenCents: 29_700,
      unpaidCents: 29_700,
      dueAt: null,
    };
    expect(figures(...playedBooking, ...charged, paymentDisputed())).toEqual(frozen);
    expect(
      figures(...playedBooking, ...charged, paymentDisputed(), disputeClosed('won')),
    ).toMatchObject({
      dueCents: 29_700,
      dueAt: DUE_AT,
    });
    expect(figures(...playedBooking, ...charged, paymentDisputed(), disputeClosed('lost'))).toEqual(
      nothing,
    );
  });

  it('shows the amount that the host returns if the bank decides for the player', () => {
    const atRisk = (...events: readonly Plain[]) =>
      after(...playedBooking, ...charged, payoutTransferred(), ...events)!.disputedCents;
    expect(atRisk()).toBe(0);
    expect(atRisk(paymentDisputed())).toBe(29_700);
    expect(atRisk(paymentDisputed(10_000))).toBe(6_700);
    expect(atRisk(paymentDisputed(), disputeClosed('won'))).toBe(0);
    expect(atRisk(paymentDisputed(), disputeClosed('lost'), payoutReversed(29_700))).toBe(0);
    expect(after(...playedBooking, ...charged, paymentDisputed())!.disputedCents).toBe(0);
  });

  it('needs a reversal after a refund, until it is made', () => {
    const back = [...playedBooking, ...charged, payoutTransferred(), paymentRefunded(33_000)];
    expect(figures(...back)).toEqual({ ...nothing, paidCents: 29_700, dueAt: DUE_AT });
    expect(figures(...back, payoutReversed(29_700))).toEqual(nothing);
  });

  it('separates what is no longer earned from what Stripe cannot take back', () => {
    const refunded = [...playedBooking, ...charged, payoutTransferred(), paymentRefunded(33_000)];
    const amounts = (...events: readonly Plain[]) => {
      const { excessCents, debtCents } = after(...events)!;
      return [excessCents, debtCents];
    };
    expect(amounts(...refunded)).toEqual([29_700, 0]);
    const refused = payoutRefused('2027-03-14T20:00:00.000Z', 'reverse');
    expect(amounts(...refunded, refused)).toEqual([29_700, 29_700]);
    expect(amounts(...refunded, payoutReversed(29_700))).toEqual([0, 0]);
  });

  it('needs the available balance from its due time or, if the charge funds it, five days later', () => {
    const needsBalanceAt = (...events: readonly Plain[]) => after(...events)!.needsBalanceAt;
    const played = [...playedBooking, ...charged];
    expect(needsBalanceAt(...playedBooking.slice(0, 3), ...charged)).toBeNull();
    const settledAt = '2027-03-15T13:00:00.000Z';
    expect(needsBalanceAt(...played)).toBe(settledAt);
    // A refused transfer remains due, although it is tried again only later.
    const refused = payoutRefused('2027-03-16T20:00:00.000Z');
    expect(needsBalanceAt(...played, refused)).toBe(settledAt);
    expect(needsBalanceAt(...played, payoutTransferred())).toBeNull();
    expect(needsBalanceAt(...played, payoutTransferred(), payoutReversed(1_000))).toBe(DUE_AT);
    expect(needsBalanceAt(...played, paymentDisputed())).toBeNull();
  });

  it('needs the available balance from its due time if it exceeds the charge', () => {
    const { data } = paymentCaptured;
    const chargedLate = { ...paymentCaptured, data: { ...data, amountCents: 16_500 } } as Plain;
    const adjustedLateCancellation = (adjustmentCents: number) =>
      after(
        ...lateCancellation,
        created,
        paymentAuthorised,
        chargedLate,
        payoutAdjusted(adjustmentCents),
      )!.needsBalanceAt;
    expect(adjustedLateCancellation(1_650)).toBe('2027-03-15T13:00:00.000Z');
    expect(adjustedLateCancellation(1_651)).toBe(DUE_AT);
  });

  it('names what is owed, how much, and since when', () => {
    const owed = (...events: readonly Plain[]) => {
      const { what, amountCents, since, dueAt, attempts, lastRefusal } = after(...events)!;
      return { what, amountCents, since, dueAt, attempts, code: lastRefusal?.code ?? null };
    };
    const played = [...playedBooking, ...charged];
    const recordedAt = '2027-03-10T12:00:00.000Z';
    const open = { since: recordedAt, dueAt: DUE_AT, attempts: 0, code: null };
    expect(owed(...played)).toEqual({ ...open, what: 'transfer', amountCents: 29_700 });
    expect(owed(...played, payoutTransferred(), paymentRefunded(33_000))).toEqual({
      ...open,
      what: 'reverse',
      amountCents: 29_700,
    });
    const again = '2027-03-14T20:00:00.000Z';
    expect(owed(...played, payoutRefused(again))).toMatchObject({
      what: 'transfer',
      since: recordedAt,
      dueAt: again,
      attempts: 1,
    });
    expect(owed(...played, payoutTransferred())).toMatchObject({ what: null, dueAt: null });
  });

  it('is due from the event that makes it owed, if that comes after the due time', () => {
    const [refunded] = inStream('log-all', paymentRefunded(33_000) as Event);
    const at = '2027-06-01T12:00:00.000Z';
    const late = { ...refunded!, metadata: { ...refunded!.metadata, at } } as Event;
    const paid = after(...playedBooking, ...charged, payoutTransferred())!;
    expect(payouts.evolve(paid, late, 'booking-1')).toMatchObject({
      what: 'reverse',
      since: at,
      dueAt: at,
    });
  });

  it('schedules the next attempt after a refusal', () => {
    const again = '2027-03-14T20:00:00.000Z';
    expect(figures(...playedBooking, ...charged, payoutRefused(again))).toMatchObject({
      dueCents: 29_700,
      dueAt: again,
    });
  });

  it('uses the local month of the court and is visible only to the host', () => {
    const document = after(...playedBooking, ...charged)!;
    expect(document.month).toBe('2027-03');
    expect(payouts.audience!(document)).toEqual(['hana']);
    expect(JSON.stringify(document)).not.toContain('pi_1_secret');
  });
});
