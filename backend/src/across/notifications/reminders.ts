import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/kernel/local-time.js';
import type { Booking } from '../../booking/bookings/booking.js';
import type { ReminderLeadTime } from './notification-emails.js';

const LEAD_TIME_MS: Record<ReminderLeadTime, number> = { day: DAY_MS, hour: HOUR_MS };

/** A reminder that is later than this is not sent. */
const MAX_DELAY_MS = 30 * MINUTE_MS;

/** Sweeps look this far ahead. */
const LOOKAHEAD_MS = 30 * MINUTE_MS;

/** A sweep also finds all reminders that workers missed but that may still be sent. */
const SWEEP_WINDOW_MS = LOOKAHEAD_MS + MAX_DELAY_MS;

const toInstant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The due time of a reminder (UTC). */
export const reminderDueAt = (
  reminderLeadTime: ReminderLeadTime,
  { startTime }: Pick<Booking, 'startTime'>,
): string => toInstant(Date.parse(startTime) - LEAD_TIME_MS[reminderLeadTime]);

/** False if the booking was confirmed only after its reminder was due. */
export const needsReminder = (
  reminderLeadTime: ReminderLeadTime,
  remindedBooking: Pick<Booking, 'status' | 'startTime' | 'approvedAt'>,
): boolean =>
  remindedBooking.status === 'confirmed' &&
  remindedBooking.approvedAt !== null &&
  remindedBooking.approvedAt < reminderDueAt(reminderLeadTime, remindedBooking);

export const isReminderLate = (
  reminderLeadTime: ReminderLeadTime,
  remindedBooking: Pick<Booking, 'startTime'>,
  currentInstant: string,
): boolean =>
  Date.parse(currentInstant) >
  Date.parse(reminderDueAt(reminderLeadTime, remindedBooking)) + MAX_DELAY_MS;

/**
 * Finds the confirmed bookings whose reminder is due shortly before an instant (UTC). Filters by
 * the end, which is indexed; every booking lasts one hour (domain rules, "Time").
 */
export const reminderFilter = (reminderLeadTime: ReminderLeadTime, dueUntil: string): object => {
  const latestEnd = Date.parse(dueUntil) + LEAD_TIME_MS[reminderLeadTime] + HOUR_MS;
  return {
    status: 'confirmed',
    endTime: { $gt: toInstant(latestEnd - SWEEP_WINDOW_MS), $lte: toInstant(latestEnd) },
  };
};
