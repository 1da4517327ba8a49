import type { CourtDayEvent } from '../../booking/bookings/court-day.events.js';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { type Hours, hoursWithout } from '../../booking/bookings/hours.js';
import { MINUTE_MS, localDate, localHour } from '../../platform/kernel/local-time.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { amountsAfter, monthOf, zeroAmounts } from './earnings.projection.js';

/** The local hours (0-23) of each local day (`2027-03-13`). A clock change can repeat an hour. */
export type HoursByDay = Readonly<Record<string, readonly number[]>>;

/** How requests ended. `atOnce` counts instant bookings, which need no response. */
type AnswerTotals = Readonly<{
  accepted: number;
  declined: number;
  expired: number;
  atOnce: number;
}>;

/**
 * Who canceled confirmed bookings. `excused` is the part of `byHost` that was for weather or
 * safety; `byOthers` counts cancellations by Courtly or because of a failed card.
 */
type CancellationTotals = Readonly<{
  byPlayers: number;
  byHost: number;
  excused: number;
  byOthers: number;
}>;

/**
 * One month of a court in its local calendar, in cents, hours, and minutes. `booked` includes
 * played hours; `minutes` contains the response time of each request.
 */
export type MonthlyCourtUse = typeof zeroAmounts &
  Readonly<{
    courtId: string;
    hostId: string;
    zone: string;
    month: string;
    booked: HoursByDay;
    played: HoursByDay;
    closed: readonly Hours[];
    answers: AnswerTotals;
    minutes: readonly number[];
    cancellations: CancellationTotals;
  }>;

/** A month has this many hours. Beyond that, only the latest responses are kept. */
export const MAX_ANSWERS = 744;

const unusedMonth = {
  ...zeroAmounts,
  booked: {},
  played: {},
  closed: [],
  minutes: [],
  answers: { accepted: 0, declined: 0, expired: 0, atOnce: 0 },
  cancellations: { byPlayers: 0, byHost: 0, excused: 0, byOthers: 0 },
};

type BookedHour = Readonly<{ zone: string; startTime: string }>;

const withHour = (hoursByDay: HoursByDay, { zone, startTime }: BookedHour): HoursByDay => {
  const calendarDate = localDate(zone, startTime);
  return {
    ...hoursByDay,
    [calendarDate]: [...(hoursByDay[calendarDate] ?? []), localHour(zone, startTime)],
  };
};

const withoutHour = (hoursByDay: HoursByDay, { zone, startTime }: BookedHour): HoursByDay => {
  const { [localDate(zone, startTime)]: hoursOfDay = [], ...otherDays } = hoursByDay;
  const removedIndex = hoursOfDay.indexOf(localHour(zone, startTime));
  const remainingHours = hoursOfDay.filter((_, index) => index !== removedIndex);
  return remainingHours.length > 0
    ? { ...otherDays, [localDate(zone, startTime)]: remainingHours }
    : otherDays;
};

const incremented = <T extends object>(counters: T, counter: keyof T): T => ({
  ...counters,
  [counter]: Number(counters[counter]) + 1,
});

const withAnswer = (
  courtMonth: MonthlyCourtUse,
  counter: keyof AnswerTotals,
  requestedAt: string,
  answeredAt: string,
): MonthlyCourtUse => {
  const minutesToAnswer = Math.round(
    (Date.parse(answeredAt) - Date.parse(requestedAt)) / MINUTE_MS,
  );
  return {
    ...courtMonth,
    answers: incremented(courtMonth.answers, counter),
    minutes: [...courtMonth.minutes, minutesToAnswer].slice(-MAX_ANSWERS),
  };
};

type CancellationData = Extract<BookingEvent, { type: 'BookingCancelled' }>['data'];

const countCancellation = (
  cancellationTotals: CancellationTotals,
  { reason, excuse }: CancellationData,
): CancellationTotals => {
  if (reason === 'player_cancelled') return incremented(cancellationTotals, 'byPlayers');
  if (reason !== 'host_cancelled' && reason !== 'hours_closed')
    return incremented(cancellationTotals, 'byOthers');
  const hostTotals = incremented(cancellationTotals, 'byHost');
  return excuse === null ? hostTotals : incremented(hostTotals, 'excused');
};

const afterCancellation = (
  courtMonth: MonthlyCourtUse,
  cancellation: CancellationData,
): MonthlyCourtUse => {
  if (cancellation.approvedAt !== null)
    return {
      ...courtMonth,
      booked: withoutHour(courtMonth.booked, cancellation),
      cancellations: countCancellation(courtMonth.cancellations, cancellation),
    };
  if (cancellation.reason === 'host_declined')
    return withAnswer(courtMonth, 'declined', cancellation.requestedAt, cancellation.cancelledAt);
  // An expired request has no response time.
  return cancellation.reason === 'host_did_not_answer'
    ? { ...courtMonth, answers: incremented(courtMonth.answers, 'expired') }
    : courtMonth;
};

const afterBooking = (
  courtMonth: MonthlyCourtUse,
  { type, data }: BookingEvent,
): MonthlyCourtUse => {
  switch (type) {
    case 'BookingApproved': {
      const confirmedMonth = { ...courtMonth, booked: withHour(courtMonth.booked, data) };
      return data.approvedBy === 'host'
        ? withAnswer(confirmedMonth, 'accepted', data.requestedAt, data.approvedAt)
        : { ...confirmedMonth, answers: incremented(confirmedMonth.answers, 'atOnce') };
    }
    case 'BookingMoved': {
      const { zone, previousStartTime: startTime } = data;
      const booked = withoutHour(courtMonth.booked, { zone, startTime });
      return { ...courtMonth, booked: withHour(booked, data) };
    }
    case 'BookingCompleted':
      return { ...courtMonth, played: withHour(courtMonth.played, data) };
    case 'BookingCancelled':
      return afterCancellation(courtMonth, data);
    default:
      return courtMonth;
  }
};

/**
 * The source of all host figures: one document per court and month, with the id
 * `<court>_<yyyy-mm>`.
 */
export const courtUse = defineProjection<MonthlyCourtUse, CourtDayEvent>({
  name: 'courtUse',
  version: 3,
  indexes: [],
  handles: [
    ...(['BookingRequested', 'BookingApproved', 'BookingMoved'] as const),
    ...(['BookingCancelled', 'BookingCompleted'] as const),
    ...(['HoursClosed', 'HoursReopened'] as const),
  ],
  key: ({ data }) => `${data.courtId}_${monthOf(data)}`,
  evolve(document, courtDayEvent) {
    const { courtId, hostId, zone, startTime, endTime } = courtDayEvent.data;
    const courtMonth = document ?? {
      courtId,
      hostId,
      zone,
      month: monthOf(courtDayEvent.data),
      ...unusedMonth,
    };
    if (courtDayEvent.type !== 'HoursClosed' && courtDayEvent.type !== 'HoursReopened')
      return afterBooking(
        { ...courtMonth, ...amountsAfter(courtMonth, courtDayEvent) },
        courtDayEvent,
      );
    const remainingClosures = courtMonth.closed.flatMap((closedHours) =>
      hoursWithout(closedHours, courtDayEvent.data),
    );
    return {
      ...courtMonth,
      closed:
        courtDayEvent.type === 'HoursClosed'
          ? [...remainingClosures, { startTime, endTime }]
          : remainingClosures,
    };
  },
  audience: ({ hostId }) => [hostId],
});
