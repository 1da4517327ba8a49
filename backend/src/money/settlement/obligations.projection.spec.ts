import { describe, expect, it } from '@jest/globals';
import {
  APPROVED_AT,
  bookingApproved,
  bookingAuthorised,
  bookingCancelled,
  bookingCompleted,
  bookingRequested,
} from '../../../testing/court-day.js';
import {
  created,
  payBy,
  paymentAuthorised,
  paymentCaptured,
  paymentRefunded,
} from '../../../testing/paid-booking.js';
import { fold, inStream } from '../../../testing/projection.js';
import { obligations } from './obligations.projection.js';

type Event = Parameters<typeof obligations.evolve>[1];
type Plain = Pick<Event, 'type' | 'data'>;

const after = (...events: readonly Plain[]) =>
  fold(obligations, ...inStream('log-all', ...(events as Event[]))).get('booking-1');
const owed = (...events: readonly Plain[]) => {
  const { what, dueAt } = after(...events)!;
  return { what, dueAt };
};
const requested = bookingRequested({ payBy });
const approved = [
  requested,
  created,
  paymentAuthorised,
  bookingAuthorised({ payBy }),
  bookingApproved({ payBy }),
] as const;
const refund = (amountCents: number, orderedAt = '2027-03-11T10:00:00.000Z'): Plain => ({
  type: 'PaymentRefundOrdered',
  data: {
    ...paymentCaptured.data,
    orderId: 'order-1',
    amountCents,
    hostCents: 0,
    platformCents: amountCents,
    reason: 'goodwill',
    orderedBy: 'avery',
    orderedAt,
  } as never,
});

describe('the obligation of a booking', () => {
  it('is an intent, then the end of an unpaid request at its deadline', () => {
    expect(owed(requested)).toEqual({ what: 'createIntent', dueAt: requested.data.requestedAt });
    expect(owed(requested, created)).toEqual({ what: 'ExpirePayment', dueAt: payBy });
  });

  it('is a charge from the approval until it is made', () => {
    expect(owed(...approved)).toEqual({ what: 'capture', dueAt: APPROVED_AT });
    expect(owed(...approved, paymentCaptured)).toEqual({ what: null, dueAt: null });
  });

  it('is a refund after a cancellation, even if an admin has already refunded part of it', () => {
    const cancelledAt = '2027-03-11T12:00:00.000Z';
    const cancelled = bookingCancelled({ payBy, cancelledAt, approvedAt: APPROVED_AT });
    const partlyRefunded = [...approved, paymentCaptured, refund(2_000), paymentRefunded(2_000)];
    expect(owed(...partlyRefunded)).toEqual({ what: null, dueAt: null });
    expect(owed(...partlyRefunded, cancelled)).toEqual({ what: 'refund', dueAt: cancelledAt });
    expect(owed(...partlyRefunded, cancelled, paymentRefunded(31_000, 're_2'))).toEqual({
      what: null,
      dueAt: null,
    });
  });

  it('is a manual refund once it is ordered, no matter how long after the hour', () => {
    const completed = bookingCompleted({ payBy });
    const played = [...approved, paymentCaptured, completed];
    const ordered = refund(2_000, '2027-06-01T10:00:00.000Z');
    expect(after(...played, ordered)).toMatchObject({
      what: 'refund',
      since: '2027-06-01T10:00:00.000Z',
      dueAt: '2027-06-01T10:00:00.000Z',
    });
  });

  it('does not exist for a booking without a card, and contains no intent secret', () => {
    expect(after(bookingRequested(), bookingApproved())).toBeUndefined();
    expect(after(requested, created)!.payment!.clientSecret).toBe('');
  });
});
