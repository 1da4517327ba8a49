import type { ConductPolicy } from '@courtly/contracts/policy';
import type { Booking } from '../../booking/bookings/booking.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/kernel/local-time.js';
import { type Incident, reportWindow } from '../incidents/incident.js';

/** Weather claims end with the hour, so only these can be made about past bookings. */
const reportKinds = ['no_show', 'damage'] as const;

/** A policy may allow later reports, but they do not block an erasure (decision 048). */
const MAX_BLOCK_MS = 7 * DAY_MS;

const lastBlock = (endTime: string): string =>
  new Date(Date.parse(endTime) + MAX_BLOCK_MS).toISOString();

/** Bookings that started earlier no longer block an erasure (UTC). */
export const earliestReportableStart = (conduct: ConductPolicy, at: string): string => {
  const minutes = Math.max(conduct.noShowReportMinutes, conduct.damageReportMinutes);
  const periodMs = Math.min(minutes * MINUTE_MS, MAX_BLOCK_MS);
  return new Date(Date.parse(at) - periodMs - HOUR_MS).toISOString();
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
      const blockEnd = lastBlock(booking.endTime);
      return { until: until && until > blockEnd ? blockEnd : (until ?? ''), zone: booking.zone };
    })
    .filter(({ until }) => until >= at)
    .sort((one, other) => (one.until < other.until ? -1 : 1));
  const latest = periodEnds.at(-1);
  return latest ? { bookings: periodEnds.length, ...latest } : null;
};
