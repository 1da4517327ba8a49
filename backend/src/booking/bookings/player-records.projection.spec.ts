import { describe, expect, it } from '@jest/globals';
import { APPROVED_AT, bookingCancelled, bookingCompleted } from '../../../testing/court-day.js';
import { fold, inStream } from '../../../testing/projection.js';
import type { BookingEvent } from './booking.events.js';
import { playerRecords } from './player-records.projection.js';

const after = (...events: BookingEvent[]) =>
  fold(playerRecords, ...inStream('courtDay-roxbury_2027-03-13', ...events)).get('pavel');

describe('the record of a player', () => {
  it('counts played hours', () =>
    expect(after(bookingCompleted())).toMatchObject({ played: 1, cancelled: 0 }));

  it('counts late cancellations, and shows them to the player', () => {
    const late = { approvedAt: APPROVED_AT, rule: 'late' } as const;
    const record = after(
      bookingCancelled(late),
      bookingCancelled({ ...late, rule: 'free' }),
      bookingCancelled({ ...late, rule: 'started' }),
      bookingCancelled({ ...late, reason: 'host_cancelled' }),
    );
    expect(record).toMatchObject({ cancelled: 3, cancelledLate: 2 });
    expect(playerRecords.audience!(record!)).toEqual(['pavel']);
  });

  it('counts only confirmed bookings that the player canceled', () => {
    expect(after(bookingCancelled({ approvedAt: APPROVED_AT }))).toMatchObject({
      played: 0,
      cancelled: 1,
    });
    expect(after(bookingCancelled())).toMatchObject({ cancelled: 0 });
    expect(
      after(bookingCancelled({ approvedAt: APPROVED_AT, reason: 'host_cancelled' })),
    ).toMatchObject({
      cancelled: 0,
    });
  });
});
