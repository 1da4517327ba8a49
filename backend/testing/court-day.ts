import type { CourtDayCommand } from '../src/booking/bookings/court-day.js';
import type { CourtDayEvent } from '../src/booking/bookings/court-day.events.js';

export type Requested = Extract<CourtDayEvent, { type: 'BookingRequested' }>['data'];
type Of<M, T> = Extract<M, { type: T }>;

export const COURT = 'roxbury';
export const DAY = '2027-03-13';

/** An instant on `DAY` in UTC. Los Angeles is eight hours behind. */
export const instantAt = (time: string): string => `${DAY}T${time}:00.000Z`;

export const hourRange = (from: string, to: string) => ({
  startTime: instantAt(from),
  endTime: instantAt(to),
});

export const bookingTerms = {
  lateRefundShare: 5_000,
  freeCancelMinutes: 1_440,
  graceMinutes: 60,
  payoutDelayMinutes: 1_440,
  lateChargeMarginMinutes: null as number | null,
  tax: null,
};

/** The fields that all booking events share. */
const facts = {
  bookingId: 'booking-1',
  courtId: COURT,
  hostId: 'hana',
  playerId: 'pavel',
  ...hourRange('18:00', '19:00'),
  zone: 'America/Los_Angeles',
  rateCents: 30_000,
  feeCents: 3_000,
  totalCents: 33_000,
  payoutCents: 29_700,
  policyId: 'standard-1',
  requestedAt: '2027-03-10T12:00:00.000Z',
  payBy: null as string | null,
};

/** A request for 10 AM local time at $300, made three days earlier. */
export const bookingRequest = (changes: Partial<Requested> = {}): Requested => ({
  ...facts,
  taxCents: 0,
  terms: bookingTerms,
  waiverVersion: 'waiver-1',
  answerBy: '2027-03-11T12:00:00.000Z',
  instantBook: false,
  sport: 'tennis',
  notes: '',
  ...changes,
});

type Limits = Of<CourtDayCommand, 'RequestBooking'>['data']['limits'];

export const requestBooking = (
  changes: Partial<Requested> = {},
  limits: Partial<Limits> = {},
): Of<CourtDayCommand, 'RequestBooking'> => ({
  type: 'RequestBooking',
  data: {
    ...bookingRequest(changes),
    limits: { hoursPerCourtDay: null, requestsPerCourtDay: 1_000, ...limits },
  },
});

/** Unless changed, the player cancels more than a day before the start. */
export const cancelBooking = (
  changes: Partial<Of<CourtDayCommand, 'CancelBooking'>['data']> = {},
): Of<CourtDayCommand, 'CancelBooking'> => ({
  type: 'CancelBooking',
  data: {
    bookingId: 'booking-1',
    at: '2027-03-10T15:00:00.000Z',
    reason: 'player_cancelled',
    note: '',
    excuse: null,
    expectedRefundCents: null,
    ...changes,
  },
});

export const bookingRequested = (
  changes: Partial<Requested> = {},
): Of<CourtDayEvent, 'BookingRequested'> => ({
  type: 'BookingRequested',
  data: bookingRequest(changes),
});

/** The clock now shows the hour at 11 AM instead of 10 AM. */
export const localTimeChanged = (
  changes: Partial<Of<CourtDayEvent, 'BookingLocalTimeChanged'>['data']> = {},
): Of<CourtDayEvent, 'BookingLocalTimeChanged'> => ({
  type: 'BookingLocalTimeChanged',
  data: {
    ...facts,
    previousOffsetMinutes: -480,
    offsetMinutes: -420,
    zoneData: '2027a',
    neverPaid: false,
    changedAt: '2027-03-11T12:00:00.000Z',
    ...changes,
  },
});

/** Half an hour before its start, the hour moves from 10 AM to 1 PM. */
export const bookingMoved = (
  changes: Partial<Of<CourtDayEvent, 'BookingMoved'>['data']> = {},
): Of<CourtDayEvent, 'BookingMoved'> => ({
  type: 'BookingMoved',
  data: {
    ...facts,
    ...hourRange('21:00', '22:00'),
    previousStartTime: facts.startTime,
    previousEndTime: facts.endTime,
    offsetMinutes: -480,
    movedAt: instantAt('17:30'),
    ...changes,
  },
});

export const AUTHORISED_AT = '2027-03-10T12:05:00.000Z';

type AuthorisedData = Of<CourtDayEvent, 'BookingPaymentAuthorised'>['data'];

/** Authorized five minutes after the request. */
export const bookingAuthorised = (
  changes: Partial<AuthorisedData> = {},
): Of<CourtDayEvent, 'BookingPaymentAuthorised'> => ({
  type: 'BookingPaymentAuthorised',
  data: { ...facts, answerBy: '2027-03-11T12:00:00.000Z', authorisedAt: AUTHORISED_AT, ...changes },
});

export const APPROVED_AT = '2027-03-10T13:00:00.000Z';

type ApprovedData = Of<CourtDayEvent, 'BookingApproved'>['data'];
type CancelledData = Of<CourtDayEvent, 'BookingCancelled'>['data'];
type CompletedData = Of<CourtDayEvent, 'BookingCompleted'>['data'];

export const bookingApproved = (
  changes: Partial<ApprovedData> = {},
): Of<CourtDayEvent, 'BookingApproved'> => ({
  type: 'BookingApproved',
  data: { ...facts, approvedBy: 'host', approvedAt: APPROVED_AT, ...changes },
});

/** Unless changed, the player cancels a pending request. */
export const bookingCancelled = (
  changes: Partial<CancelledData> = {},
): Of<CourtDayEvent, 'BookingCancelled'> => ({
  type: 'BookingCancelled',
  data: {
    ...facts,
    approvedAt: null,
    neverPaid: false,
    reason: 'player_cancelled',
    declineReason: null,
    rule: 'pending',
    excuse: null,
    refundCents: 33_000,
    hostCents: 0,
    platformCents: 0,
    taxCents: 0,
    cancelledAt: '2027-03-10T14:00:00.000Z',
    note: '',
    noteBy: 'pavel',
    ...changes,
  },
});

export const bookingCompleted = (
  changes: Partial<CompletedData> = {},
): Of<CourtDayEvent, 'BookingCompleted'> => ({
  type: 'BookingCompleted',
  data: { ...facts, completedAt: instantAt('19:00'), ...changes },
});

export const courtHours = (from: string, to: string) => ({
  courtId: COURT,
  hostId: 'hana',
  zone: 'America/Los_Angeles',
  ...hourRange(from, to),
});

export const hoursClosed = (from: string, to: string, reason = 'resurfacing') =>
  ({ type: 'HoursClosed', data: { ...courtHours(from, to), reason } }) as const;

export const hoursReopened = (from: string, to: string) =>
  ({ type: 'HoursReopened', data: courtHours(from, to) }) as const;
