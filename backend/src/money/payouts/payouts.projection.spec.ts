import { describe, expect, it } from '@jest/globals';
import { completed, requested } from '../../../testing/court-day.js';
import {
  DUE_AT,
  cancelledFree,
  cancelledLate,
  captured,
  created,
  disputeClosed,
  disputed,
  held,
  played,
  refunded,
  refused,
  reversed,
  transferred,
} from '../../../testing/paid-booking.js';
import { fold, inStream } from '../../../testing/projection.js';
import { type PayoutDocument, payouts } from './payouts.projection.js';

type Event = Parameters<typeof payouts.evolve>[1];
type Plain = Pick<Event, 'type' | 'data'>;

const charged = [created, held, captured] as const;
const after = (...events: readonly Plain[]): PayoutDocument | undefined =>
  fold(payouts, ...inStream('log-all', ...(events as Event[]))).get('booking-1');
const figures = (...events: readonly Plain[]) => {
  const { shareCents, paidCents, dueCents, frozenCents, tryAt } = after(...events)!;
  return { shareCents, paidCents, dueCents, frozenCents, tryAt };
};
const nothing = { shareCents: 0, paidCents: 0, dueCents: 0, frozenCents: 0, tryAt: null };

describe('what the host of a booking is paid', () => {
  it('is nothing before the hour is over, and of a booking without a card there is no document', () => {
    expect(figures(...played.slice(0, 3), ...charged)).toEqual(nothing);
    expect(after(requested(), completed())).toBeUndefined();
  });

  it('is due a day after the hour, and paid by the transfer', () => {
    expect(figures(...played, ...charged)).toEqual({
      ...nothing,
      shareCents: 29_700,
      dueCents: 29_700,
      tryAt: DUE_AT,
    });
    expect(figures(...played, ...charged, transferred())).toEqual({
      ...nothing,
      shareCents: 29_700,
      paidCents: 29_700,
    });
  });

  it('is the same whether the hour ended or the charge was noted first', () =>
    expect(after(...played.slice(0, 3), ...charged, played[3])).toEqual(
      after(...played, ...charged),
    ));

  it('is its part of a late cancellation, and nothing of one in time', () => {
    expect(figures(...cancelledLate, ...charged, refunded(16_500))).toMatchObject({
      dueCents: 14_850,
      tryAt: DUE_AT,
    });
    expect(figures(...cancelledFree, ...charged, refunded(33_000))).toEqual(nothing);
  });

  it('is frozen by a dispute, and due again once that is won', () => {
    const frozen = {
      shareCents: 29_700,
      paidCents: 0,
      dueCents: 0,
      frozenCents: 29_700,
      tryAt: null,
    };
    expect(figures(...played, ...charged, disputed())).toEqual(frozen);
    expect(figures(...played, ...charged, disputed(), disputeClosed('won'))).toMatchObject({
      dueCents: 29_700,
      tryAt: DUE_AT,
    });
    expect(figures(...played, ...charged, disputed(), disputeClosed('lost'))).toEqual(nothing);
  });

  it('is to be taken back after a refund, until it is', () => {
    const back = [...played, ...charged, transferred(), refunded(33_000)];
    expect(figures(...back)).toEqual({ ...nothing, paidCents: 29_700, tryAt: DUE_AT });
    expect(figures(...back, reversed(29_700))).toEqual(nothing);
  });

  it('is tried again when Stripe may be asked again', () => {
    const again = '2027-03-14T20:00:00.000Z';
    expect(figures(...played, ...charged, refused(again))).toMatchObject({
      dueCents: 29_700,
      tryAt: again,
    });
  });

  it('belongs to the month on the calendar of the court, and is seen by its host alone', () => {
    const document = after(...played, ...charged)!;
    expect(document.month).toBe('2027-03');
    expect(payouts.audience!(document)).toEqual(['hana']);
    expect(JSON.stringify(document)).not.toContain('pi_1_secret');
  });
});
