import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import {
  bookingApproved,
  bookingCancelled,
  bookingCompleted,
  bookingRequested,
} from '../../../testing/court-day.js';
import { fold, inStream } from '../../../testing/projection.js';
import { hostRecords, usualMinutes } from './host-records.projection.js';

const after = (...events: BookingEvent[]) =>
  fold(hostRecords, ...inStream('courtDay-roxbury_2027-03-13', ...events)).get('hana');

describe('a host record', () => {
  it('counts played hours', () => {
    expect(after(bookingApproved(), bookingCompleted())).toMatchObject({ hosted: 1 });
    expect(after(bookingRequested())).toBeUndefined();
  });

  it('records how long approvals and declines took', () => {
    const declined = bookingCancelled({
      reason: 'host_declined',
      cancelledAt: '2027-03-10T12:10:00.000Z',
    });
    expect(after(bookingApproved(), declined)?.answers).toEqual([60, 10]);
  });

  it('counts an expired request with the full time to respond', () => {
    const ranOut = bookingCancelled({
      reason: 'host_did_not_answer',
      cancelledAt: '2027-03-11T12:00:00.000Z',
    });
    expect(after(ranOut)?.answers).toEqual([1_440]);
  });

  it('ignores instant bookings and cancellations by players', () => {
    const given = bookingCancelled({ reason: 'player_cancelled' });
    expect(after(bookingApproved({ approvedBy: 'instant' }), given)).toMatchObject({
      hosted: 0,
      answers: [],
    });
  });

  it('keeps the last 20 responses', () => {
    const many = Array.from({ length: 21 }, (_, n) =>
      bookingApproved({ approvedAt: `2027-03-10T12:${n + 10}:00.000Z` }),
    );
    const { answers } = after(...many)!;
    expect([answers.length, answers[0], answers.at(-1)]).toEqual([20, 11, 30]);
  });
});

it('takes the median as the usual response time', () => {
  expect(usualMinutes({ answers: [] })).toBeNull();
  expect(usualMinutes({ answers: [5, 1_440, 7] })).toBe(7);
});
