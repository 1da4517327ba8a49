import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/kernel/local-time.js';
import type { Booking } from '../../booking/bookings/booking.js';
import type { Ahead } from './notification-emails.js';

const AHEAD_MS: Record<Ahead, number> = { day: DAY_MS, hour: HOUR_MS };

/** A reminder that did not leave so long after it was due is none any more. */
const LATE_MS = 30 * MINUTE_MS;

/** The sweep asks for what is due until half an hour from now, and so finds again what was due in the half hour before. */
const WINDOW_MS = HOUR_MS;

const instant = (ms: number): string => new Date(ms).toISOString();

/** When a reminder of a booking is due (UTC). */
export const dueAt = (ahead: Ahead, { startTime }: Pick<Booking, 'startTime'>): string =>
  instant(Date.parse(startTime) - AHEAD_MS[ahead]);

/** Whether a booking brings that reminder at all: one that was confirmed later than it was due does not. */
export const isReminded = (
  ahead: Ahead,
  booking: Pick<Booking, 'status' | 'startTime' | 'approvedAt'>,
): boolean =>
  booking.status === 'confirmed' &&
  booking.approvedAt !== null &&
  booking.approvedAt < dueAt(ahead, booking);

/** Whether a reminder comes too late at an instant (UTC). */
export const isLate = (ahead: Ahead, booking: Pick<Booking, 'startTime'>, at: string): boolean =>
  Date.parse(at) > Date.parse(dueAt(ahead, booking)) + LATE_MS;

/**
 * The confirmed bookings whose reminder is due shortly before an instant (UTC). Every booking is an hour (domain rules, "Time"),
 * so that its end tells its start: an index of the read model has the end.
 */
export const remindedUntil = (ahead: Ahead, until: string): object => {
  const end = Date.parse(until) + AHEAD_MS[ahead] + HOUR_MS;
  return { status: 'confirmed', endTime: { $gt: instant(end - WINDOW_MS), $lte: instant(end) } };
};
