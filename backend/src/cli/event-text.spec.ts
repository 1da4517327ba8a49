import { expect, it } from '@jest/globals';
import { bookingRequested } from '../../testing/court-day.js';
import { inStream } from '../../testing/projection.js';
import { eventText } from './event-text.js';

it('prints an event in one line and its data field by field', () => {
  const [event] = inStream('courtDay-roxbury_2027-03-13', bookingRequested({ notes: 'Two of us' }));
  const [first, ...fields] = eventText(event!).split('\n');
  expect(first).toBe(
    'courtDay-roxbury_2027-03-13 #0  2027-03-10T12:00:00.000Z  BookingRequested  by player someone',
  );
  expect(fields).toContain('    notes          Two of us');
  expect(fields).toContain('    totalCents     33000');
});

it('prints an unreadable event with the reason', () => {
  const damaged = {
    id: 'e1',
    type: 'Moved',
    stream: 'court-roxbury',
    revision: 4,
    position: '7',
    unreadable: 'unknown event type Moved',
  };
  expect(eventText(damaged)).toBe('court-roxbury #4  unreadable: unknown event type Moved');
});
