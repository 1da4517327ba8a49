import type { CourtDayEvent } from '../../booking/bookings/court-day.events.js';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { type Hours, hoursWithout } from '../../booking/bookings/hours.js';
import { MINUTE_MS, localDate, localHour } from '../../platform/kernel/local-time.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { amountsAfter, monthOf, nothing } from './earnings.projection.js';

/** Hours of a court's clock (0-23) by its local day (`2027-03-13`); one that the clock repeats may be there twice. */
export type HoursByDay = Readonly<Record<string, readonly number[]>>;

/** How requests to a host ended: accepted, declined, not answered in time; confirmed at once where none asked for an answer. */
type Answers = Readonly<{ accepted: number; declined: number; expired: number; atOnce: number }>;

/** Who gave up confirmed bookings: players, the host (`excused` of them for weather or safety), or Courtly and the card. */
type Cancellations = Readonly<{
  byPlayers: number;
  byHost: number;
  excused: number;
  byOthers: number;
}>;

/**
 * One month of a court's own calendar: what its bookings come to, in cents; the hours that are confirmed or were played, and
 * those that were played; what its host closed; how requests were answered, in how many minutes from the request; who gave up
 * confirmed bookings.
 */
export type MonthOfCourt = typeof nothing &
  Readonly<{
    courtId: string;
    hostId: string;
    zone: string;
    month: string;
    booked: HoursByDay;
    played: HoursByDay;
    closed: readonly Hours[];
    answers: Answers;
    minutes: readonly number[];
    cancellations: Cancellations;
  }>;

/** As many as a month has hours: of more answers the last ones say what is usual. */
export const MOST_ANSWERS = 744;

const unused = {
  ...nothing,
  booked: {},
  played: {},
  closed: [],
  minutes: [],
  answers: { accepted: 0, declined: 0, expired: 0, atOnce: 0 },
  cancellations: { byPlayers: 0, byHost: 0, excused: 0, byOthers: 0 },
};

type Its = Readonly<{ zone: string; startTime: string }>;

const withHour = (days: HoursByDay, { zone, startTime }: Its): HoursByDay => {
  const date = localDate(zone, startTime);
  return { ...days, [date]: [...(days[date] ?? []), localHour(zone, startTime)] };
};

const withoutHour = (days: HoursByDay, { zone, startTime }: Its): HoursByDay => {
  const { [localDate(zone, startTime)]: hours = [], ...rest } = days;
  const at = hours.indexOf(localHour(zone, startTime));
  const left = hours.filter((_, index) => index !== at);
  return left.length > 0 ? { ...rest, [localDate(zone, startTime)]: left } : rest;
};

const plusOne = <T extends object>(counts: T, name: keyof T): T => ({
  ...counts,
  [name]: Number(counts[name]) + 1,
});

const answered = (
  month: MonthOfCourt,
  name: keyof Answers,
  requestedAt: string,
  at: string,
): MonthOfCourt => {
  const minutes = Math.round((Date.parse(at) - Date.parse(requestedAt)) / MINUTE_MS);
  return {
    ...month,
    answers: plusOne(month.answers, name),
    minutes: [...month.minutes, minutes].slice(-MOST_ANSWERS),
  };
};

type Cancelled = Extract<BookingEvent, { type: 'BookingCancelled' }>['data'];

const givenUp = (counts: Cancellations, { reason, excuse }: Cancelled): Cancellations => {
  if (reason === 'player_cancelled') return plusOne(counts, 'byPlayers');
  if (reason !== 'host_cancelled' && reason !== 'hours_closed') return plusOne(counts, 'byOthers');
  const byHost = plusOne(counts, 'byHost');
  return excuse === null ? byHost : plusOne(byHost, 'excused');
};

const afterCancelled = (month: MonthOfCourt, data: Cancelled): MonthOfCourt => {
  if (data.approvedAt !== null)
    return {
      ...month,
      booked: withoutHour(month.booked, data),
      cancellations: givenUp(month.cancellations, data),
    };
  if (data.reason === 'host_declined')
    return answered(month, 'declined', data.requestedAt, data.cancelledAt);
  // It took all the time that there was, and is no answer.
  return data.reason === 'host_did_not_answer'
    ? { ...month, answers: plusOne(month.answers, 'expired') }
    : month;
};

const afterBooking = (month: MonthOfCourt, { type, data }: BookingEvent): MonthOfCourt => {
  switch (type) {
    case 'BookingApproved': {
      const next = { ...month, booked: withHour(month.booked, data) };
      return data.approvedBy === 'host'
        ? answered(next, 'accepted', data.requestedAt, data.approvedAt)
        : { ...next, answers: plusOne(next.answers, 'atOnce') };
    }
    case 'BookingCompleted':
      return { ...month, played: withHour(month.played, data) };
    case 'BookingCancelled':
      return afterCancelled(month, data);
    default:
      return month;
  }
};

/** Everything that figures of hosts are made from: one document for each court and month, `<court>_<yyyy-mm>`. */
export const courtUse = defineProjection<MonthOfCourt, CourtDayEvent>({
  name: 'courtUse',
  version: 2,
  indexes: [],
  handles: [
    ...(['BookingRequested', 'BookingApproved', 'BookingCancelled', 'BookingCompleted'] as const),
    ...(['HoursClosed', 'HoursReopened'] as const),
  ],
  key: ({ data }) => `${data.courtId}_${monthOf(data)}`,
  evolve(document, event) {
    const { courtId, hostId, zone, startTime, endTime } = event.data;
    const month = document ?? { courtId, hostId, zone, month: monthOf(event.data), ...unused };
    if (event.type !== 'HoursClosed' && event.type !== 'HoursReopened')
      return afterBooking({ ...month, ...amountsAfter(month, event) }, event);
    const rest = month.closed.flatMap((one) => hoursWithout(one, event.data));
    return {
      ...month,
      closed: event.type === 'HoursClosed' ? [...rest, { startTime, endTime }] : rest,
    };
  },
  audience: ({ hostId }) => [hostId],
});
