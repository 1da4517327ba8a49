import type { Sport } from '@courtly/contracts/sport';
import { describe, expect, it } from '@jest/globals';
import type { Booking } from '../bookings/booking.js';
import { bookingView } from '../bookings/booking-view.js';
import { bookingRequest, bookingCancelled } from '../../../testing/court-day.js';
import { type CalendarEntry, calendarText, invitationText } from './calendar-text.js';

const court = {
  courtId: 'roxbury',
  name: 'Roxbury Court',
  location: 'Beverly Hills',
  street: 'S Roxbury Dr',
  address: '412 S Roxbury Dr',
  surfaceType: 'hard' as const,
  sports: ['tennis'] as Sport[],
  photos: [],
  arrivalNotes: 'Park by the barn',
  gateCode: '4711',
};
const changedAt = '2027-03-10T13:00:00.000Z';
const entry = (
  changes: Partial<Booking> = {},
  courtFields: Partial<typeof court> = {},
  viewer = 'pavel',
): CalendarEntry => {
  const booking: Booking = {
    ...bookingRequest({ notes: 'ring twice' }),
    status: 'confirmed',
    approvedAt: changedAt,
    paymentStatus: 'not_required',
    completedAt: null,
    cancellation: null,
    ...changes,
  };
  const view = bookingView(booking, { ...court, ...courtFields }, viewer, changedAt);
  const courtChanges = { count: 0, latest: '2027-01-01T12:00:00.000Z' };
  return { view, side: viewer === 'hana' ? 'host' : 'player', changedAt, courtChanges };
};
const page = (side: string) => `https://courtly.example/${side}`;
/** Unfolds long lines (RFC 5545, 3.1). */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');
const textOf = (...entries: CalendarEntry[]) => calendarText(entries, page);

describe('an iCalendar file', () => {
  it('contains a confirmed booking with its id in UTC', () => {
    const lines = linesOf(textOf(entry()));
    expect(lines).toEqual(
      expect.arrayContaining([
        ...[
          'BEGIN:VCALENDAR',
          'METHOD:PUBLISH',
          'BEGIN:VEVENT',
          'UID:booking-1',
          'STATUS:CONFIRMED',
          'SEQUENCE:1',
        ],
        ...['DTSTAMP:20270310T130000Z', 'DTSTART:20270313T180000Z', 'DTEND:20270313T190000Z'],
        ...[
          'SUMMARY:Roxbury Court',
          'LOCATION:412 S Roxbury Dr\\, Beverly Hills',
          'END:VEVENT',
          'END:VCALENDAR',
        ],
      ]),
    );
  });

  it('has a higher version after each change to the court', () => {
    const latest = '2027-03-11T09:00:00.000Z';
    const lines = linesOf(textOf({ ...entry(), courtChanges: { count: 2, latest } }));
    expect(lines).toEqual(
      expect.arrayContaining([
        'SEQUENCE:3',
        'DTSTAMP:20270311T090000Z',
        'LAST-MODIFIED:20270311T090000Z',
      ]),
    );
  });

  it('marks pending bookings as tentative and hides the house number from the player', () => {
    const lines = linesOf(textOf(entry({ status: 'pending', approvedAt: null })));
    expect(lines).toEqual(
      expect.arrayContaining(['STATUS:TENTATIVE', 'SUMMARY:Roxbury Court (requested)']),
    );
    expect(lines.join()).not.toContain('412');
    expect(textOf(entry({ status: 'pending', approvedAt: null }, {}, 'hana'))).toContain('412');
  });

  it('marks canceled bookings with a higher sequence number', () => {
    const cancellation = bookingCancelled({ approvedAt: changedAt, note: 'sorry' }).data;
    const lines = linesOf(textOf(entry({ status: 'cancelled', cancellation })));
    expect(lines).toEqual(expect.arrayContaining(['STATUS:CANCELLED', 'SEQUENCE:2']));
    expect(lines.join()).not.toMatch(/412|sorry/);
  });

  it('stays the same for the same bookings and ends lines with CRLF', () => {
    const [firstText, other] = [textOf(entry(), entry()), textOf(entry(), entry())];
    expect(other).toBe(firstText);
    expect(firstText.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(firstText).toMatch(/END:VCALENDAR\r\n$/);
  });

  it('contains no gate code, notes, or people', () => {
    const { view, ...otherFields } = entry();
    const arrival = { notes: 'Park by the barn', gateCode: '4711' };
    const text = textOf({ ...otherFields, view: { ...view, arrival } }, entry({}, {}, 'hana'));
    expect(text).not.toMatch(/4711|barn|ring twice|pavel|hana/);
  });

  it('remains valid without bookings', () => expect(linesOf(textOf())).toContain('END:VCALENDAR'));

  it.each([
    [
      'a new line',
      'Court\r\nATTENDEE:mailto:eve@example.test',
      'Court ATTENDEE:mailto:eve@example.test',
    ],
    ['the end of the event', 'A\nEND:VEVENT\nBEGIN:VEVENT', 'A END:VEVENT BEGIN:VEVENT'],
    ['a lone carriage return', 'A\rSUMMARY:B', 'A SUMMARY:B'],
    ['separators of values', 'One, two; three\\n', 'One\\, two\\; three\\\\n'],
    ['control characters', 'A\u0000\u0007\u000b\u0085\u2028B', 'A B'],
  ])('escapes %s in a court name', (_what, name, written) => {
    const lines = linesOf(textOf(entry({}, { name, street: name, address: name, location: name })));
    expect(lines).toContain(`SUMMARY:${written}`);
    expect(
      lines
        .filter((line) => /^(BEGIN|END|ATTENDEE|SUMMARY)/.test(line))
        .map((line) => line.split(':')[0]),
    ).toEqual(['BEGIN', 'BEGIN', 'SUMMARY', 'END', 'END']);
  });
});

describe('the iCalendar file of an email', () => {
  const invitation = {
    organizer: 'no-reply@courtly.example',
    attendee: 'pavel@example.test',
    pageUrl: page('player'),
  };
  const eventLine = /^(?:UID|SEQUENCE|DTSTART|DTEND|DTSTAMP|SUMMARY|LOCATION):/;
  const eventOf = (text: string) => linesOf(text).filter((line) => eventLine.test(line));

  it('adds the event of the feed without asking for an answer', () => {
    const text = invitationText(entry(), { ...invitation, method: 'REQUEST' });
    expect(eventOf(text)).toEqual(eventOf(textOf(entry())));
    const lines = linesOf(text);
    expect(lines).toContain('METHOD:REQUEST');
    expect(text.replaceAll('\r\n ', '')).toContain("Declining this event doesn't cancel");
    expect(lines.join('\n')).toMatch(/ORGANIZER.*mailto:no-reply@courtly\.example/i);
    expect(lines.join('\n')).toMatch(/ATTENDEE.*RSVP=FALSE.*mailto:pavel@example\.test/i);
  });

  it('removes a canceled booking as a later version of the same event', () => {
    const canceled = entry({ status: 'cancelled', cancellation: bookingCancelled().data });
    const lines = linesOf(invitationText(canceled, { ...invitation, method: 'CANCEL' }));
    expect(lines).toEqual(
      expect.arrayContaining(['METHOD:CANCEL', 'UID:booking-1', 'SEQUENCE:2', 'STATUS:CANCELLED']),
    );
  });
});
