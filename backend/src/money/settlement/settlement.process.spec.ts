import { describe, expect, it } from '@jest/globals';
import type { CourtDayEvent } from '../../booking/bookings/court-day.events.js';
import { systemContext } from '../../platform/kernel/context.js';
import { bookingApproved, bookingCancelled, bookingRequested } from '../../../testing/court-day.js';
import { inStream } from '../../../testing/projection.js';
import { SettleBookingCommand } from './settlement.commands.js';
import { settlement } from './settlement.process.js';

const bookingId = 'booking-1';
const payBy = '2027-03-10T12:15:00.000Z';
const jobsOf = (...events: CourtDayEvent[]) =>
  inStream<CourtDayEvent>('courtDay-roxbury_2027-03-13', ...events).map((event) =>
    settlement.react(event as never),
  );

describe('the settlement process', () => {
  it('settles after each event of a paid booking, and at the payment deadline', () => {
    const jobs = jobsOf(
      bookingRequested({ payBy }),
      bookingApproved({ payBy }),
      bookingCancelled({ payBy }),
    ).flat();
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length);
    expect(jobs.map(({ due }) => due)).toEqual([null, payBy, null, null]);
    for (const { data } of jobs) expect(data).toEqual({ bookingId });
  });

  it('ignores free bookings', () =>
    expect(jobsOf(bookingRequested(), bookingApproved(), bookingCancelled()).flat()).toEqual([]));

  it('sweeps due obligations', () => {
    expect(settlement.sweep!.filters('2027-03-10T13:00:00.000Z')).toEqual([
      { owner: 'courtly', dueAt: { $lte: '2027-03-10T13:00:00.000Z' } },
      { what: 'ExpirePayment' },
    ]);
    const settleNow = { id: `settle.${bookingId}`, due: null, data: { bookingId } };
    expect(settlement.sweep!.jobs({ bookingId, what: 'capture', dueAt: payBy })).toEqual([
      { ...settleNow, due: payBy },
    ]);
    expect(settlement.sweep!.jobs({ bookingId, what: 'ExpirePayment', dueAt: payBy })).toEqual([
      settleNow,
      { id: `unpaid.${bookingId}`, due: payBy, data: { bookingId } },
    ]);
  });

  it('maps each job to a command', () => {
    const context = systemContext('settle', payBy);
    expect(settlement.command({ bookingId }, context)).toEqual(
      new SettleBookingCommand({ bookingId }, context),
    );
  });
});
