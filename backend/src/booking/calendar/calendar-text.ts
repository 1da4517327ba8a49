import type { BookingSide, Booking as BookingView } from '@courtly/contracts/bookings';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

/** `changedAt` and `latest` are UTC instants. `courtChanges` is null for an unknown court. */
export type CalendarEntry = Readonly<{
  view: BookingView;
  side: BookingSide;
  changedAt: string;
  courtChanges: Readonly<{ count: number; latest: string }> | null;
}>;

const REFRESH_INTERVAL_S = 60 * 60;

const icalStatuses: Record<BookingView['status'], ICalEventStatus> = {
  pending: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
};

/** How often a booking has changed. The iCalendar SEQUENCE adds the changes of its court. */
const bookingChanges: Record<BookingView['status'], number> = {
  pending: 0,
  confirmed: 1,
  completed: 1,
  cancelled: 2,
};

/** Removes control characters, which iCalendar values must not contain. */
const withoutControls = (rawText: string): string =>
  rawText.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const eventSummaries = {
  player: ({ court, status }: BookingView) =>
    `${court.name}${status === 'pending' ? ' (requested)' : ''}`,
  host: ({ court, status }: BookingView) =>
    `${court.name}: ${status === 'pending' ? 'requested' : 'booked'}`,
};

/**
 * Writes an iCalendar file (RFC 5545), which is identical for identical bookings. It contains no
 * names, because people share calendars. Instants are UTC, so no time zone definitions are needed.
 */
export const calendarText = (
  calendarEntries: readonly CalendarEntry[],
  pageUrlOf: (side: CalendarEntry['side']) => string,
): string => {
  const calendar = ical({
    name: 'Courtly',
    prodId: { company: 'Courtly', product: 'Bookings' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_INTERVAL_S,
  });
  for (const { view, side, changedAt, courtChanges } of calendarEntries) {
    const lastChange =
      courtChanges && courtChanges.latest > changedAt ? courtChanges.latest : changedAt;
    calendar.createEvent({
      id: view.id,
      start: view.startTime,
      end: view.endTime,
      stamp: lastChange,
      lastModified: lastChange,
      sequence: bookingChanges[view.status] + (courtChanges?.count ?? 0),
      status: icalStatuses[view.status],
      summary: withoutControls(eventSummaries[side](view)),
      location: withoutControls(
        [view.court.address, view.court.location].filter(Boolean).join(', '),
      ),
      url: pageUrlOf(side),
    });
  }
  return `${calendar.toString()}\r\n`;
};
