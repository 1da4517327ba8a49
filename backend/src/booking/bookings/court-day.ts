import type { Policy } from '@courtly/contracts/policy';
import { Map as ImmutableMap } from 'immutable';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import {
  type Booking,
  type BookingCommand,
  booking,
  isLiveBooking,
  isUnpaidRequest,
} from './booking.js';
import type { BookingEvent } from './booking.events.js';
import type { CourtDayEvent, CourtDayStreamEvent } from './court-day.events.js';
import { type Hours, hoursCover, hoursOverlap, hoursWithout } from './hours.js';

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
  | Message<'ReopenHours', CourtHours & { limits: HostLimits }>
  | Message<'AdoptStandardTime', StandardTimeAdoption>;

export type Closure = Hours & Readonly<{ reason: string }>;

type StandardTimeAdoption = Extract<CourtDayStreamEvent, { type: 'StandardTimeAdopted' }>['data'];

/**
 * All bookings that were ever requested, the closed hours, and the number of closure changes.
 * `inStandardTime` means that no release can add the hours of a local date anymore.
 */
export type CourtDay = Readonly<{
  bookings: ImmutableMap<string, Booking>;
  closed: readonly Closure[];
  closureChanges: number;
  inStandardTime: boolean;
}>;

/**
 * Decides who gets each hour of a court on one day of its standard time. It alone prevents double
 * booking: a decision is stored only if nothing was added since it was made.
 */
export const courtDay: Decider<CourtDay, CourtDayCommand, CourtDayStreamEvent> = {
  category: 'courtDay',
  initial: { bookings: ImmutableMap(), closed: [], closureChanges: 0, inStandardTime: false },

  decide(command, courtDayState) {
    switch (command.type) {
      case 'RequestBooking': {
        const { limits, ...request } = command.data;
        if (isTimeTaken(courtDayState, request)) throw slotTaken();
        checkPlayerLimits(courtDayState, request.playerId, limits);
        return booking.decide(
          { type: 'RequestBooking', data: request },
          bookingOf(courtDayState, request.bookingId),
        );
      }
      case 'MoveBooking': {
        const { bookingId } = command.data;
        const otherBookings = courtDayState.bookings.delete(bookingId);
        if (isTimeTaken({ ...courtDayState, bookings: otherBookings }, command.data))
          throw slotTaken();
        return booking.decide(command, bookingOf(courtDayState, bookingId));
      }
      case 'CloseHours': {
        const { at, cancelBookings, limits, ...closure } = command.data;
        if (courtDayState.closed.some((closedHours) => hoursCover(closedHours, closure))) return [];
        const bookingsInClosure = liveBookings(courtDayState, closure);
        const futureBookings = bookingsInClosure.filter(({ endTime }) => at < endTime);
        if (futureBookings.length > 0 && !cancelBookings)
          throw hoursBooked(futureBookings.map(({ bookingId }) => bookingId));
        checkHostLimits(courtDayState, limits);
        return [
          ...bookingsInClosure.flatMap((liveBooking) =>
            booking.decide(closureCommandFor(liveBooking, closure.reason, at), liveBooking),
          ),
          { type: 'HoursClosed', data: closure },
        ];
      }
      case 'ReopenHours': {
        const { limits, ...hours } = command.data;
        if (!courtDayState.closed.some((closedHours) => hoursOverlap(closedHours, hours)))
          return [];
        checkHostLimits(courtDayState, limits);
        return [{ type: 'HoursReopened', data: hours }];
      }
      case 'AdoptStandardTime':
        return courtDayState.inStandardTime
          ? []
          : [{ type: 'StandardTimeAdopted', data: command.data }];
      default:
        return booking.decide(command, bookingOf(courtDayState, command.data.bookingId));
    }
  },

  evolve(courtDayState, courtDayEvent) {
    if (isClosureEvent(courtDayEvent))
      return {
        ...courtDayState,
        closed: closedAfter(courtDayState.closed, courtDayEvent),
        closureChanges: courtDayState.closureChanges + 1,
      };
    if (courtDayEvent.type === 'StandardTimeAdopted')
      return { ...courtDayState, inStandardTime: true };
    const { bookingId } = courtDayEvent.data;
    const changedBooking = booking.evolve(bookingOf(courtDayState, bookingId), courtDayEvent);
    return changedBooking
      ? { ...courtDayState, bookings: courtDayState.bookings.set(bookingId, changedBooking) }
      : courtDayState;
  },
};

type ClosureEvent = Exclude<CourtDayEvent, BookingEvent>;

const isClosureEvent = (courtDayEvent: CourtDayStreamEvent): courtDayEvent is ClosureEvent =>
  courtDayEvent.type === 'HoursClosed' || courtDayEvent.type === 'HoursReopened';

export const closedAfter = (
  closedBefore: readonly Closure[],
  { type, data }: ClosureEvent,
): readonly Closure[] => {
  const { startTime, endTime } = data;
  return type === 'HoursClosed'
    ? [...closedBefore, { startTime, endTime, reason: data.reason }]
    : closedBefore.flatMap((closedHours) => hoursWithout(closedHours, data));
};

export const bookingOf = ({ bookings }: CourtDay, bookingId: string): Booking | null =>
  bookings.get(bookingId) ?? null;

const liveBookings = ({ bookings }: CourtDay, hours: Hours): Booking[] =>
  [...bookings.values()].filter(
    (dayBooking) => isLiveBooking(dayBooking) && hoursOverlap(dayBooking, hours),
  );

export const isTimeTaken = (courtDayState: CourtDay, hours: Hours): boolean =>
  courtDayState.closed.some((closedHours) => hoursOverlap(closedHours, hours)) ||
  liveBookings(courtDayState, hours).length > 0;

export const slotTaken = () =>
  new DomainError('slot_taken', 'That time is no longer available. Please choose another one.');

/** Completes or expires a booking that is over, and cancels a future one on behalf of the host. */
const closureCommandFor = (booking: Booking, reason: string, closedAt: string): BookingCommand => {
  const { bookingId, status, endTime } = booking;
  if (closedAt >= endTime) {
    const type =
      status === 'confirmed'
        ? 'CompleteBooking'
        : isUnpaidRequest(booking)
          ? 'ExpirePayment'
          : 'ExpireRequest';
    return { type, data: { bookingId, at: closedAt } };
  }
  const cancellation = {
    reason: 'hours_closed',
    note: reason,
    excuse: null,
    expectedRefundCents: null,
  } as const;
  return { type: 'CancelBooking', data: { bookingId, at: closedAt, ...cancellation } };
};

export const hoursBooked = (bookingIds: readonly string[]) =>
  new DomainError(
    'hours_booked',
    'Some of these hours are booked. Cancel those bookings too, or keep the hours open.',
    { bookings: bookingIds },
  );

const checkPlayerLimits = (
  { bookings }: CourtDay,
  playerId: string,
  playerLimits: PlayerLimits,
): void => {
  const requestedBookings = [...bookings.values()].filter(
    (dayBooking) => dayBooking.playerId === playerId,
  );
  const activeBookings = requestedBookings.filter(({ status }) => status !== 'cancelled');
  if (
    playerLimits.hoursPerCourtDay !== null &&
    activeBookings.length >= playerLimits.hoursPerCourtDay
  )
    throw new DomainError(
      'fair_use',
      `You've already booked ${activeBookings.length} hours on this court that day. Please choose another day or court.`,
    );
  if (requestedBookings.length >= playerLimits.requestsPerCourtDay)
    throw new DomainError(
      'fair_use',
      `You've already requested this court ${requestedBookings.length} times for that day. Please choose another day or court.`,
    );
};

const checkHostLimits = (
  { closureChanges }: CourtDay,
  { closureChangesPerCourtDay }: HostLimits,
): void => {
  if (closureChanges >= closureChangesPerCourtDay)
    throw new DomainError(
      'fair_use',
      `You've changed the closed hours of this day ${closureChanges} times, which is the limit.`,
    );
};
