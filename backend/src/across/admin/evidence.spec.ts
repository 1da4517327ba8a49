import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { type Booking, booking } from '../../booking/bookings/booking.js';
import { ledger } from '../../money/ledger/ledger.projection.js';
import { foldAll } from '../../platform/kernel/decider.js';
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
  paymentRefundFailed,
  paymentRefunded,
} from '../../../testing/paid-booking.js';
import { fold, inStream } from '../../../testing/projection.js';
import { type EvidenceSources, evidenceFacts } from './evidence.js';

const after = (...events: BookingEvent[]): Booking =>
  foldAll(booking, [
    bookingRequested({ payBy }),
    bookingAuthorised({ payBy }),
    bookingApproved({ payBy }),
    ...events,
  ])!;
const postings = fold(
  ledger,
  ...inStream<Parameters<typeof ledger.evolve>[1]>(
    'payment-booking-1',
    created as never,
    paymentAuthorised as never,
    paymentCaptured as never,
    paymentRefunded(2_000) as never,
    paymentRefundFailed(2_000) as never,
  ),
).get('booking-1')!.postings;
const sources = (changes: Partial<EvidenceSources>): EvidenceSources => ({
  booking: after(bookingCompleted({ payBy })),
  waiver: null,
  postings: [],
  messages: [],
  reviewedAt: null,
  match: null,
  ...changes,
});
const factsOf = (changes: Partial<EvidenceSources>) =>
  evidenceFacts(sources(changes)).map(({ what, at, detail }) => [what, at, detail]);

describe('the evidence about a disputed hour', () => {
  it('lists every recorded fact once, oldest first', () =>
    expect(
      factsOf({
        waiver: { version: 'waiver-1', textHash: 'ab12', acceptedAt: '2027-03-01T08:00:00.000Z' },
        postings,
        messages: [
          { side: 'player', sentAt: '2027-03-11T08:00:00.000Z' },
          { side: 'host', sentAt: '2027-03-11T09:00:00.000Z' },
          { side: 'player', sentAt: '2027-03-11T10:00:00.000Z' },
        ],
        match: {
          loggedAt: '2027-03-13T19:30:00.000Z',
          result: 'win',
          gamesWon: 12,
          gamesLost: 7,
        },
        reviewedAt: '2027-03-13T20:00:00.000Z',
      }),
    ).toEqual([
      ['waiver_accepted', '2027-03-01T08:00:00.000Z', 'Version waiver-1, SHA-256 ab12'],
      ['requested', '2027-03-10T12:00:00.000Z', '$330.00, policy standard-1'],
      ['approved', APPROVED_AT, ''],
      ['charged', '2027-03-10T13:00:00.000Z', '$330.00'],
      ['host_wrote', '2027-03-11T09:00:00.000Z', '1'],
      ['player_wrote', '2027-03-11T10:00:00.000Z', '2'],
      ['refunded', '2027-03-13T10:00:00.000Z', '$20.00'],
      ['completed', '2027-03-13T19:00:00.000Z', ''],
      ['match_logged', '2027-03-13T19:30:00.000Z', 'win, 12–7 in games'],
      ['review_written', '2027-03-13T20:00:00.000Z', ''],
      ['refund_failed', '2027-03-16T10:00:00.000Z', '$20.00'],
    ]));

  it('includes the cancellation and its refund, and nothing that was not recorded', () => {
    const cancelledAt = '2027-03-13T10:00:00.000Z';
    const late = { rule: 'late', refundCents: 16_500, hostCents: 14_850 } as const;
    const cancelled = bookingCancelled({ payBy, approvedAt: APPROVED_AT, cancelledAt, ...late });
    expect(factsOf({ booking: after(cancelled) })).toEqual([
      ['requested', '2027-03-10T12:00:00.000Z', '$330.00, policy standard-1'],
      ['approved', APPROVED_AT, ''],
      ['cancelled', cancelledAt, '$165.00 to refund'],
    ]);
  });
});
