import type { CourtDayCommand } from '../bookings/court-day.js';
import type { CourtDayEvent } from '../bookings/court-day.events.js';

export type Requested = Extract<CourtDayEvent, { type: 'BookingRequested' }>['data'];
type Of<M, T> = Extract<M, { type: T }>;

export const COURT = 'roxbury';
export const DAY = '2027-03-13';

/** An instant of the day that the examples are about; Los Angeles is eight hours behind it. */
export const at = (time: string): string => `${DAY}T${time}:00.000Z`;

/** From one time of the day to another, UTC. */
export const hours = (from: string, to: string) => ({ startTime: at(from), endTime: at(to) });

export const terms = { id: 'standard-1', lateRefundShare: 5_000, freeCancelMinutes: 1_440, graceMinutes: 60 };

/** Ten in the morning for 300 dollars, asked for three days ahead by one player; what differs is given. */
export const aRequest = (changes: Partial<Requested> = {}): Requested => ({
  bookingId: 'booking-1',
  courtId: COURT,
  hostId: 'hana',
  playerId: 'pavel',
  ...hours('18:00', '19:00'),
  zone: 'America/Los_Angeles',
  rateCents: 30_000,
  feeCents: 3_000,
  totalCents: 33_000,
  payoutCents: 29_700,
  terms,
  waiverVersion: 'waiver-1',
  requestedAt: '2027-03-10T12:00:00.000Z',
  answerBy: '2027-03-11T12:00:00.000Z',
  notes: '',
  ...changes,
});

export const requestBooking = (
  changes: Partial<Requested> = {},
  { instantBook = false, hoursPerPlayer = null as number | null } = {},
): Of<CourtDayCommand, 'RequestBooking'> => ({
  type: 'RequestBooking',
  data: { ...aRequest(changes), instantBook, hoursPerPlayer },
});

export const requested = (changes: Partial<Requested> = {}): Of<CourtDayEvent, 'BookingRequested'> => ({
  type: 'BookingRequested',
  data: aRequest(changes),
});

export const approved = (
  bookingId = 'booking-1',
  approvedAt = '2027-03-10T13:00:00.000Z',
): Of<CourtDayEvent, 'BookingApproved'> => ({
  type: 'BookingApproved',
  data: { bookingId, approvedBy: 'host', approvedAt },
});

type CancelledData = Of<CourtDayEvent, 'BookingCancelled'>['data'];

/** Cancelled by its player while pending, unless told otherwise. */
export const cancelled = (changes: Partial<CancelledData> = {}): Of<CourtDayEvent, 'BookingCancelled'> => ({
  type: 'BookingCancelled',
  data: {
    bookingId: 'booking-1',
    playerId: 'pavel',
    reason: 'player_cancelled',
    rule: 'pending',
    excuse: null,
    refundCents: 33_000,
    hostCents: 0,
    platformCents: 0,
    cancelledAt: '2027-03-10T14:00:00.000Z',
    note: '',
    ...changes,
  },
});

export const completed = (bookingId = 'booking-1', completedAt = at('19:00')) =>
  ({ type: 'BookingCompleted', data: { bookingId, completedAt } }) as const;

export const closed = (from: string, to: string, reason = 'resurfacing') =>
  ({ type: 'HoursClosed', data: { courtId: COURT, ...hours(from, to), reason } }) as const;

export const reopened = (from: string, to: string) =>
  ({ type: 'HoursReopened', data: { courtId: COURT, ...hours(from, to) } }) as const;
