import type { Booking } from '@courtly/contracts/bookings';

const calendarTimestamp = (instant: string) =>
  new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');
const locationOf = ({ court }: Booking) =>
  [court.address, court.location].filter(Boolean).join(', ');
const titleOf = ({ court }: Booking) => `${court.name} (Courtly)`;

/** Whether the booking is confirmed and has not started yet (domain rules, G26). */
export const belongsInCalendar = ({ status, startTime }: Booking, currentTime: string): boolean =>
  status === 'confirmed' && Date.parse(startTime) > Date.parse(currentTime);

/** A Google Calendar link that creates an event for the booking. */
export const googleCalendarLink = (booking: Booking): string =>
  `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: titleOf(booking),
    dates: `${calendarTimestamp(booking.startTime)}/${calendarTimestamp(booking.endTime)}`,
    location: locationOf(booking),
  })}`;
