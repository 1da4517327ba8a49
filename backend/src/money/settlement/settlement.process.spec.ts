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
  it('adds one job per event of a paid booking', () => {
    const jobs = jobsOf(
      bookingRequested({ payBy }),
      bookingApproved({ payBy }),
      bookingCancelled({ payBy }),
    ).flat();
    expect(jobs).toHaveLength(3);
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(3);
    for (const { due: dueAt, data } of jobs)
      expect({ due: dueAt, data }).toEqual({ due: null, data: { bookingId } });
  });

  it('ignores free bookings', () =>
    expect(jobsOf(bookingRequested(), bookingApproved(), bookingCancelled()).flat()).toEqual([]));

  it('sweeps unsettled bookings, and unpaid canceled ones for an hour', () => {
    const filters = settlement.sweep!.filters('2027-03-10T13:00:00.000Z');
    expect(filters).toContainEqual({ paymentStatus: 'unpaid', status: 'pending' });
    expect(filters).toContainEqual({
      paymentStatus: 'unpaid',
      status: 'cancelled',
      'cancellation.cancelledAt': { $gte: '2027-03-10T12:00:00.000Z' },
    });
    expect(settlement.sweep!.jobs({ bookingId })).toEqual([
      { id: `settle.${bookingId}`, due: null, data: { bookingId } },
    ]);
  });

  it('maps each job to a command', () => {
    const context = systemContext('settle', payBy);
    expect(settlement.command({ bookingId }, context)).toEqual(
      new SettleBookingCommand({ bookingId }, context),
    );
  });
});
