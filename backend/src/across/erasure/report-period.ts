import type { ConductPolicy } from '@courtly/contracts/policy';
import type { Booking } from '../../booking/bookings/booking.js';
import { HOUR_MS, MINUTE_MS } from '../../platform/kernel/local-time.js';
import { type Incident, reportWindow } from '../incidents/incident.js';

/** Weather claims end with the hour, so only these can be made about past bookings. */
const reportKinds = ['no_show', 'damage'] as const;

/** Bookings that started earlier can no longer be reported (UTC). */
export const earliestReportableStart = (conduct: ConductPolicy, at: string): string => {
  const minutes = Math.max(conduct.noShowReportMinutes, conduct.damageReportMinutes);
  return new Date(Date.parse(at) - minutes * MINUTE_MS - HOUR_MS).toISOString();
};

/**
 * How many past bookings of a user the other side can still report, until when (UTC), and the zone
 * of the court with the last end. Null if there are none.
 */
export const reportPeriodOf = (
  userId: string,
  pastBookings: readonly Booking[],
  reports: readonly Pick<Incident, 'bookingId' | 'kind' | 'side'>[],
  conduct: ConductPolicy,
  at: string,
): Readonly<{ bookings: number; until: string; zone: string }> | null => {
  const periodEnds = pastBookings
    .map((booking) => {
      const side = booking.playerId === userId ? 'host' : 'player';
      const isReported = (kind: Incident['kind']) =>
        reports.some(
          (report) =>
            report.bookingId === booking.bookingId && report.kind === kind && report.side === side,
        );
      const until = reportKinds
        .filter((kind) => !isReported(kind))
        .map((kind) => reportWindow(kind, side, booking, conduct)?.until ?? '')
        .sort()
        .at(-1);
      return { until: until ?? '', zone: booking.zone };
    })
    .filter(({ until }) => until >= at)
    .sort((one, other) => (one.until < other.until ? -1 : 1));
  const latest = periodEnds.at(-1);
  return latest ? { bookings: periodEnds.length, ...latest } : null;
};
