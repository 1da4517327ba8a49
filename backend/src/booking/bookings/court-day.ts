import type { Policy } from '@courtly/contracts/policy';
import { Map as ImmutableMap } from 'immutable';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { type Booking, type BookingCommand, booking, isLive, isUnpaid } from './booking.js';
import type { BookingEvent } from './booking.events.js';
import type { CourtDayEvent } from './court-day.events.js';
import { type Hours, covers, overlap, without } from './hours.js';

type RequestBooking = Extract<BookingCommand, { type: 'RequestBooking' }>['data'];
type CourtHours = Hours & Readonly<{ courtId: string; hostId: string; zone: string }>;
type PlayerLimits = Readonly<Pick<Policy, 'hoursPerCourtDay' | 'requestsPerCourtDay'>>;
type HostLimits = Readonly<Pick<Policy, 'closureChangesPerCourtDay'>>;
type CloseHours = CourtHours &
  Readonly<{ reason: string; cancelBookings: boolean; at: string; limits: HostLimits }>;

export type CourtDayCommand =
  | Message<'RequestBooking', RequestBooking & { limits: PlayerLimits }>
  | Exclude<BookingCommand, { type: 'RequestBooking' }>
  | Message<'CloseHours', CloseHours>
  | Message<'ReopenHours', CourtHours & { limits: HostLimits }>;

export type Closure = Hours & Readonly<{ reason: string }>;

/** All bookings ever requested, the closed hours, and the number of closure changes. */
export type CourtDay = Readonly<{
  bookings: ImmutableMap<string, Booking>;
  closed: readonly Closure[];
  closureChanges: number;
}>;

/**
 * Decides who gets each hour of one court on one local day. This stream is the only guard against
 * double booking: a decision sees all earlier ones and is stored only if nothing was added since.
 * Everything else about a booking is up to its own decider.
 */
export const courtDay: Decider<CourtDay, CourtDayCommand, CourtDayEvent> = {
  category: 'courtDay',
  initial: { bookings: ImmutableMap(), closed: [], closureChanges: 0 },

  decide(command, day) {
    switch (command.type) {
      case 'RequestBooking': {
        const { limits, ...request } = command.data;
        if (isTaken(day, request))
          throw new DomainError(
            'slot_taken',
            'That time is no longer available. Please choose another one.',
          );
        checkPlayerLimits(day, request.playerId, limits);
        return booking.decide(
          { type: 'RequestBooking', data: request },
          bookingOf(day, request.bookingId),
        );
      }
      case 'CloseHours': {
        const { at, cancelBookings, limits, ...closure } = command.data;
        if (day.closed.some((one) => covers(one, closure))) return [];
        const held = liveBookings(day, closure);
        const ahead = held.filter(({ endTime }) => at < endTime);
        if (ahead.length > 0 && !cancelBookings)
          throw hoursBooked(ahead.map(({ bookingId }) => bookingId));
        checkHostLimits(day, limits);
        return [
          ...held.flatMap((one) => booking.decide(closingOver(one, closure.reason, at), one)),
          { type: 'HoursClosed', data: closure },
        ];
      }
      case 'ReopenHours': {
        const { limits, ...hours } = command.data;
        if (!day.closed.some((one) => overlap(one, hours))) return [];
        checkHostLimits(day, limits);
        return [{ type: 'HoursReopened', data: hours }];
      }
      default:
        return booking.decide(command, bookingOf(day, command.data.bookingId));
    }
  },

  evolve(day, event) {
    if (isClosureEvent(event))
      return {
        ...day,
        closed: closedAfter(day.closed, event),
        closureChanges: day.closureChanges + 1,
      };
    const { bookingId } = event.data;
    const changed = booking.evolve(bookingOf(day, bookingId), event);
    return changed ? { ...day, bookings: day.bookings.set(bookingId, changed) } : day;
  },
};

type ClosureEvent = Exclude<CourtDayEvent, BookingEvent>;

const isClosureEvent = (event: CourtDayEvent): event is ClosureEvent =>
  event.type === 'HoursClosed' || event.type === 'HoursReopened';

export const closedAfter = (
  closed: readonly Closure[],
  { type, data }: ClosureEvent,
): readonly Closure[] => {
  const { startTime, endTime } = data;
  return type === 'HoursClosed'
    ? [...closed, { startTime, endTime, reason: data.reason }]
    : closed.flatMap((one) => without(one, data));
};

export const bookingOf = ({ bookings }: CourtDay, bookingId: string): Booking | null =>
  bookings.get(bookingId) ?? null;

const liveBookings = ({ bookings }: CourtDay, hours: Hours): Booking[] =>
  [...bookings.values()].filter((one) => isLive(one) && overlap(one, hours));

export const isTaken = (day: CourtDay, hours: Hours): boolean =>
  day.closed.some((one) => overlap(one, hours)) || liveBookings(day, hours).length > 0;

/** Completes or expires a booking that is over; cancels a future one for the host. */
const closingOver = (booking: Booking, reason: string, at: string): BookingCommand => {
  const { bookingId, status, endTime } = booking;
  if (at >= endTime) {
    const end =
      status === 'confirmed'
        ? 'CompleteBooking'
        : isUnpaid(booking)
          ? 'ExpirePayment'
          : 'ExpireRequest';
    return { type: end, data: { bookingId, at } };
  }
  const cancellation = {
    reason: 'hours_closed',
    note: reason,
    excuse: null,
    expectedRefundCents: null,
  } as const;
  return { type: 'CancelBooking', data: { bookingId, at, ...cancellation } };
};

export const hoursBooked = (bookings: readonly string[]) =>
  new DomainError(
    'hours_booked',
    'Some of these hours are booked. Cancel those bookings too, or keep the hours open.',
    { bookings },
  );

const checkPlayerLimits = (
  { bookings }: CourtDay,
  playerId: string,
  limits: PlayerLimits,
): void => {
  const asked = [...bookings.values()].filter((one) => one.playerId === playerId);
  const held = asked.filter(({ status }) => status !== 'cancelled');
  if (limits.hoursPerCourtDay !== null && held.length >= limits.hoursPerCourtDay)
    throw new DomainError(
      'fair_use',
      `You have already booked ${held.length} hours on this court that day. Please choose another day or court.`,
    );
  if (asked.length >= limits.requestsPerCourtDay)
    throw new DomainError(
      'fair_use',
      `You have already requested this court ${asked.length} times for that day. Please choose another day or court.`,
    );
};

const checkHostLimits = (
  { closureChanges }: CourtDay,
  { closureChangesPerCourtDay }: HostLimits,
): void => {
  if (closureChanges >= closureChangesPerCourtDay)
    throw new DomainError(
      'fair_use',
      `You have changed the closed hours of this day ${closureChanges} times, which is the limit.`,
    );
};
