import { ConductPolicy } from '@courtly/contracts/policy';
import { describe, expect, it } from '@jest/globals';
import { bookingCancelled, bookingRequest } from '../../../testing/court-day.js';
import { aReport, ofDamage } from '../../../testing/incident.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { earliestReportableStart, reportPeriodOf } from './report-period.js';

const conduct = ConductPolicy.parse({});
/** Ends on March 13 at 19:00 UTC. */
const played: Booking = {
  ...bookingRequest(),
  status: 'completed',
  approvedAt: '2027-03-10T13:00:00.000Z',
  paymentStatus: 'captured',
  completedAt: '2027-03-13T19:00:00.000Z',
  cancellation: null,
};
const { zone } = played;
const dayLater = '2027-03-14T19:00:00.000Z';
const twoDaysLater = '2027-03-15T19:00:00.000Z';
const periodOf = (
  userId: string,
  at: string,
  booking: Booking = played,
  reports: Parameters<typeof reportPeriodOf>[2] = [],
) => reportPeriodOf(userId, [booking], reports, conduct, at);

describe('the period in which the other side can report a past booking', () => {
  it('lasts for a player until the host can no longer claim damage', () => {
    expect(periodOf('pavel', played.endTime)).toEqual({ bookings: 1, until: twoDaysLater, zone });
    expect(periodOf('pavel', twoDaysLater)).toEqual({ bookings: 1, until: twoDaysLater, zone });
    expect(periodOf('pavel', '2027-03-15T19:00:00.001Z')).toBeNull();
  });

  it('lasts for a host until the player can no longer report a no-show', () => {
    expect(periodOf('hana', played.endTime)).toEqual({ bookings: 1, until: dayLater, zone });
    expect(periodOf('hana', '2027-03-14T19:00:00.001Z')).toBeNull();
  });

  it('blocks for at most 7 days, even if the policy allows later reports', () => {
    const long = { ...conduct, damageReportMinutes: 30 * 1_440 };
    const weekLater = '2027-03-20T19:00:00.000Z';
    expect(reportPeriodOf('pavel', [played], [], long, played.endTime)?.until).toBe(weekLater);
    expect(reportPeriodOf('pavel', [played], [], long, '2027-03-20T19:00:00.001Z')).toBeNull();
    expect(earliestReportableStart(long, weekLater)).toBe('2027-03-13T18:00:00.000Z');
  });

  it('ends in the time zone of the court whose booking can be reported last', () => {
    const later = { ...played, zone: 'America/Denver', endTime: '2027-03-13T20:00:00.000Z' };
    expect(reportPeriodOf('pavel', [later, played], [], conduct, played.endTime)).toEqual({
      bookings: 2,
      until: '2027-03-15T20:00:00.000Z',
      zone: 'America/Denver',
    });
  });

  it('ends with the report, whose own blocker then applies', () => {
    const damage = aReport(ofDamage);
    const noShow = aReport();
    const ids = { bookingId: played.bookingId };
    expect(periodOf('pavel', played.endTime, played, [{ ...damage, ...ids }])).toEqual({
      bookings: 1,
      until: dayLater,
      zone,
    });
    expect(
      periodOf('pavel', played.endTime, played, [
        { ...damage, ...ids },
        { ...noShow, ...ids },
      ]),
    ).toBeNull();
    expect(periodOf('hana', played.endTime, played, [{ ...noShow, ...ids }])).not.toBeNull();
  });

  it('does not exist for a booking that was never confirmed or was canceled before the start', () => {
    const cancellation = bookingCancelled().data;
    expect(periodOf('pavel', played.endTime, { ...played, approvedAt: null })).toBeNull();
    const cancelled: Booking = { ...played, status: 'cancelled', cancellation };
    expect(periodOf('pavel', played.endTime, cancelled)).toBeNull();
  });

  it('includes bookings that started up to one hour plus the longest period ago', () =>
    expect(earliestReportableStart(conduct, twoDaysLater)).toBe(played.startTime));
});
