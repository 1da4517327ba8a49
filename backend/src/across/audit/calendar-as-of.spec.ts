import { describe, expect, it } from '@jest/globals';
import { courtDay } from '../../booking/bookings/court-day.js';
import type { CourtDayEvent } from '../../booking/bookings/court-day.events.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { aListing } from '../../../testing/court.js';
import {
  bookingApproved,
  bookingCancelled,
  hoursClosed,
  bookingCompleted,
  bookingRequested,
} from '../../../testing/court-day.js';
import { calendarHours } from './calendar-as-of.js';

const on = (streamEvents: CourtDayEvent[], bookableCourt = aListing()) =>
  calendarHours(bookableCourt, '2027-03-13', foldAll(courtDay, streamEvents));
const pastInstant = (start: string, calendarSlots: ReturnType<typeof on>) =>
  calendarSlots.find((closedHours) => closedHours.start === `2027-03-13T${start}:00.000Z`);

describe('a past calendar', () => {
  it('shows every offered hour as free', () => {
    const freeSlots = on([]);
    expect(freeSlots).toHaveLength(14);
    expect(freeSlots[0]).toEqual({
      start: '2027-03-13T15:00:00.000Z',
      end: '2027-03-13T16:00:00.000Z',
      state: 'free',
      bookingId: null,
      status: null,
    });
    expect(freeSlots.every(({ state }) => state === 'free')).toBe(true);
  });

  it('shows the hour of a booking as held unless the booking is canceled', () => {
    const heldSlot = { state: 'held', bookingId: 'booking-1' };
    expect(pastInstant('18:00', on([bookingRequested()]))).toMatchObject({
      ...heldSlot,
      status: 'pending',
    });
    expect(
      pastInstant('18:00', on([bookingRequested(), bookingApproved(), bookingCompleted()])),
    ).toMatchObject({
      ...heldSlot,
      status: 'completed',
    });
    expect(pastInstant('18:00', on([bookingRequested(), bookingCancelled()]))).toMatchObject({
      state: 'free',
      bookingId: null,
    });
  });

  it('shows closures', () => {
    const calendarSlots = on([hoursClosed('19:00', '21:00')]);
    expect(
      ['18:00', '19:00', '20:00', '21:00'].map((start) => pastInstant(start, calendarSlots)?.state),
    ).toEqual([...['free', 'closed', 'closed', 'free']]);
  });

  it('shows a held hour that the court no longer offers', () => {
    const never = aListing({ weeklyHours: { ...aListing().weeklyHours, saturday: [] } });
    expect(on([bookingRequested()], never).map(({ start, state }) => [start, state])).toEqual([
      ['2027-03-13T18:00:00.000Z', 'held'],
    ]);
  });
});
