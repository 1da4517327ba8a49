import type { BookingSide, Booking as BookingView } from '@courtly/contracts/bookings';
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import type { Booking } from '../bookings/booking.js';

/** `changedAt` and `latest` are UTC instants. `courtChanges` is null for an unknown court. */
export type CalendarEntry = Readonly<{
  view: BookingView;
  side: BookingSide;
  changedAt: string;
  hasMoved?: boolean;
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

/** `changedAt` is when the booking last changed (UTC). */
export const changedAtOf = ({
  cancellation,
  movedAt,
  approvedAt,
  requestedAt,
}: Pick<Booking, 'cancellation' | 'movedAt' | 'approvedAt' | 'requestedAt'>): string =>
  cancellation?.cancelledAt ?? movedAt ?? approvedAt ?? requestedAt;

const eventOf = (
  { view, side, changedAt, hasMoved, courtChanges }: CalendarEntry,
  pageUrl: string,
): ICalEventData => {
  const lastChange =
    courtChanges && courtChanges.latest > changedAt ? courtChanges.latest : changedAt;
  return {
    id: view.id,
    start: view.startTime,
    end: view.endTime,
    stamp: lastChange,
    lastModified: lastChange,
    sequence: bookingChanges[view.status] + (hasMoved ? 1 : 0) + (courtChanges?.count ?? 0),
    status: icalStatuses[view.status],
    summary: withoutControls(eventSummaries[side](view)),
    location: withoutControls([view.court.address, view.court.location].filter(Boolean).join(', ')),
    url: pageUrl,
  };
};

const prodId = { company: 'Courtly', product: 'Bookings' };

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
    prodId,
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_INTERVAL_S,
  });
  for (const entry of calendarEntries) calendar.createEvent(eventOf(entry, pageUrlOf(entry.side)));
  return `${calendar.toString()}\r\n`;
};

/** `organizer` is the email address that sends the file. */
export type Invitation = Readonly<{
  method: 'REQUEST' | 'CANCEL';
  organizer: string;
  attendee: string;
  pageUrl: string;
}>;

/**
 * Writes the iCalendar file of an email (RFC 5546), with the UID and SEQUENCE of the feed. Calendars
 * add or remove its event without asking for an answer, because the booking is already decided.
 */
export const invitationText = (
  entry: CalendarEntry,
  { method, organizer, attendee, pageUrl }: Invitation,
): string => {
  const calendar = ical({ prodId, method: ICalCalendarMethod[method] });
  calendar.createEvent({
    ...eventOf(entry, pageUrl),
    // Calendars offer to decline, but no one would read that response.
    ...(method === 'REQUEST' && {
      description: `To cancel, open your bookings on Courtly: ${pageUrl}. Declining this event doesn't cancel your booking.`,
    }),
    organizer: { name: 'Courtly', email: organizer },
    attendees: [
      {
        email: attendee,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  });
  return `${calendar.toString()}\r\n`;
};
