import type { Booking } from '@courtly/contracts/bookings';

const stamp = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');
const place = ({ court }: Booking) => [court.address, court.location].filter(Boolean).join(', ');
const titleOf = ({ court }: Booking) => `${court.name} (Courtly)`;

/** Confirmed and not begun (domain rules, G26). */
export const belongsInCalendar = ({ status, startTime }: Booking, now: string): boolean =>
  status === 'confirmed' && Date.parse(startTime) > Date.parse(now);

/** The page of Google Calendar that offers the booking as an event. */
export const googleLink = (booking: Booking): string =>
  `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: titleOf(booking),
    dates: `${stamp(booking.startTime)}/${stamp(booking.endTime)}`,
    location: place(booking),
  })}`;

// RFC 5545, 3.3.11: these have a meaning in a text value.
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** RFC 5545, 3.1: no line over 75 octets; the next one goes on after a space. Never inside a character. */
const folded = (line: string): string => {
  const size = (text: string) => new TextEncoder().encode(text).length;
  const lines = [''];
  for (const character of line) {
    if (size(lines.at(-1)! + character) > 75) lines.push(' ');
    lines[lines.length - 1] += character;
  }
  return lines.join('\r\n');
};

/** The booking as an iCalendar file; the same booking keeps its UID, so that a calendar holds it once. */
export const icsOf = (booking: Booking): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Courtly//Bookings//EN',
    'BEGIN:VEVENT',
    `UID:${booking.id}@courtly`,
    `DTSTAMP:${stamp(booking.createdAt)}`,
    `DTSTART:${stamp(booking.startTime)}`,
    `DTEND:${stamp(booking.endTime)}`,
    `SUMMARY:${escaped(titleOf(booking))}`,
    `LOCATION:${escaped(place(booking))}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
