import type { BookingSide, Booking as View } from '@courtly/contracts/bookings';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

/** A booking as one of its sides sees it, and when it changed last (UTC). */
export type Entry = Readonly<{ view: View; side: BookingSide; changedAt: string }>;

const REFRESHED_EVERY_S = 60 * 60;

const statuses: Record<View['status'], ICalEventStatus> = {
  pending: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
};

/** How often a booking has changed for a calendar: pending, confirmed, cancelled. */
const sequences: Record<View['status'], number> = {
  pending: 0,
  confirmed: 1,
  completed: 1,
  cancelled: 2,
};

/** What people wrote, on one line: a calendar holds no other control characters than those that end its own lines. */
const plain = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const summaries = {
  player: ({ court, status }: View) => `${court.name}${status === 'pending' ? ' (requested)' : ''}`,
  host: ({ court, status }: View) =>
    `${court.name}: ${status === 'pending' ? 'requested' : 'booked'}`,
};

/**
 * Bookings as an iCalendar file (RFC 5545), the same text for the same bookings. It names nobody: calendars are shared, and
 * their addresses get about. Instants are UTC, so that no zone has to be described. `page` leads to the bookings of a side.
 */
export const calendarText = (
  entries: readonly Entry[],
  page: (side: Entry['side']) => string,
): string => {
  const calendar = ical({
    name: 'Courtly',
    prodId: { company: 'Courtly', product: 'Bookings' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESHED_EVERY_S,
  });
  for (const { view, side, changedAt } of entries)
    calendar.createEvent({
      id: view.id,
      start: view.startTime,
      end: view.endTime,
      stamp: changedAt,
      lastModified: changedAt,
      sequence: sequences[view.status],
      status: statuses[view.status],
      summary: plain(summaries[side](view)),
      location: plain([view.court.address, view.court.location].filter(Boolean).join(', ')),
      url: page(side),
    });
  return `${calendar.toString()}\r\n`;
};
