import { DomainError } from '../kernel/domain-error.js';
import type { Decider, Message } from '../kernel/decider.js';
import { type Booking, evolveBooking, isLive } from './booking.js';
import { settle } from './cancellation.js';
import type { CourtDayEvent } from './court-day.events.js';

type Requested = Extract<CourtDayEvent, { type: 'BookingRequested' }>['data'];
type Hours = Readonly<{ startTime: string; endTime: string }>;
type Cancel = Readonly<{ bookingId: string; at: string; note: string }>;

export type CourtDayCommand =
  | Message<'RequestBooking', Requested & { instantBook: boolean; hoursPerPlayer: number | null }>
  | Message<'ApproveBooking', { bookingId: string; at: string }>
  | Message<'CancelAsPlayer', Cancel>
  | Message<'CancelAsHost', Cancel & { excuse: 'weather' | 'safety' | null }>
  | Message<'ExpireRequest', { bookingId: string; at: string }>
  | Message<'CompleteBooking', { bookingId: string; at: string }>
  | Message<'CloseHours', Hours & { courtId: string; reason: string; cancelBookings: boolean; at: string }>
  | Message<'ReopenHours', Hours & { courtId: string }>;

/** One court on one local day: every booking ever made for it, and the hours its host has closed. */
export type CourtDay = Readonly<{
  bookings: ReadonlyMap<string, Booking>;
  closed: readonly (Hours & { reason: string })[];
}>;

/** Instants compare as text, since all are written alike. */
const overlap = (a: Hours, b: Hours): boolean => a.startTime < b.endTime && b.startTime < a.endTime;

/** Whether an hour of the day is held by a live booking or a closure. */
export const isTaken = ({ bookings, closed }: CourtDay, hours: Hours): boolean =>
  closed.some((closure) => overlap(closure, hours)) ||
  [...bookings.values()].some((booking) => isLive(booking) && overlap(booking, hours));

/**
 * Who has which hour of one court on one day. This stream is the one guard against double booking: every decision about an
 * hour is made on all that was decided about it before, and is stored only if nothing came between.
 */
export const courtDay: Decider<CourtDay, CourtDayCommand, CourtDayEvent> = {
  category: 'courtDay',
  initial: { bookings: new Map(), closed: [] },

  decide({ type, data }, day) {
    switch (type) {
      case 'RequestBooking': {
        const { instantBook, hoursPerPlayer, ...booking } = data;
        if (isTaken(day, booking))
          throw new DomainError('slot_taken', 'That time is no longer available. Please choose another one.');
        const held = [...day.bookings.values()].filter(
          ({ status, playerId }) => status !== 'cancelled' && playerId === booking.playerId,
        );
        if (hoursPerPlayer !== null && held.length >= hoursPerPlayer)
          throw new DomainError(
            'fair_use',
            `You already hold ${held.length} hours of this court on that day. Please choose another day or court.`,
          );
        const { bookingId, requestedAt } = booking;
        const approved = { bookingId, approvedBy: 'instant', approvedAt: requestedAt } as const;
        return [
          { type: 'BookingRequested', data: booking },
          ...(instantBook ? [{ type: 'BookingApproved', data: approved } as const] : []),
        ];
      }
      case 'ApproveBooking': {
        const { bookingId, answerBy } = inStatus(day, data.bookingId, 'pending');
        if (data.at >= answerBy)
          throw new DomainError('wrong_status', 'The time to answer this request has passed.', { status: 'pending' });
        return [{ type: 'BookingApproved', data: { bookingId, approvedBy: 'host', approvedAt: data.at } }];
      }
      case 'CancelAsPlayer':
        return [cancelled(cancellable(day, data.bookingId, data.at), 'player', 'player_cancelled', data)];
      case 'CancelAsHost': {
        const booking = cancellable(day, data.bookingId, data.at);
        return [cancelled(booking, 'host', booking.status === 'pending' ? 'host_declined' : 'host_cancelled', data)];
      }
      case 'ExpireRequest': {
        const booking = day.bookings.get(data.bookingId);
        if (booking?.status !== 'pending' || data.at < booking.answerBy) return [];
        return [ended(booking)];
      }
      case 'CompleteBooking': {
        const booking = day.bookings.get(data.bookingId);
        if (booking?.status !== 'confirmed' || data.at < booking.endTime) return [];
        return [ended(booking)];
      }
      case 'CloseHours': {
        const { at, cancelBookings, ...hours } = data;
        const held = [...day.bookings.values()].filter((booking) => isLive(booking) && overlap(booking, hours));
        const [over, hit] = [
          held.filter((booking) => at >= booking.endTime),
          held.filter(({ endTime }) => at < endTime),
        ];
        if (hit.length > 0 && !cancelBookings)
          throw new DomainError(
            'hours_booked',
            'These hours are booked. Cancel the bookings with the closure, or keep the hours open.',
            {
              bookings: hit.map(({ bookingId }) => bookingId),
            },
          );
        if (day.closed.some((closure) => closure.startTime <= hours.startTime && hours.endTime <= closure.endTime))
          return [];
        return [
          ...over.map(ended),
          ...hit.map((booking) => cancelled(booking, 'host', 'hours_closed', { at, note: hours.reason })),
          { type: 'HoursClosed', data: hours },
        ];
      }
      case 'ReopenHours':
        return day.closed.some((closure) => overlap(closure, data)) ? [{ type: 'HoursReopened', data }] : [];
    }
  },

  evolve(day, event) {
    const { type, data } = event;
    switch (type) {
      case 'HoursClosed':
        return { ...day, closed: [...day.closed, data] };
      case 'HoursReopened':
        return { ...day, closed: day.closed.flatMap((closure) => without(closure, data)) };
      default: {
        const booking = evolveBooking(day.bookings.get(data.bookingId) ?? null, event);
        return booking ? { ...day, bookings: new Map(day.bookings).set(data.bookingId, booking) } : day;
      }
    }
  },
};

/** What is left of a closure when some of its hours open again. */
const without = (closure: CourtDay['closed'][number], hours: Hours): CourtDay['closed'][number][] =>
  overlap(closure, hours)
    ? [
        { ...closure, endTime: hours.startTime },
        { ...closure, startTime: hours.endTime },
      ].filter(({ startTime, endTime }) => startTime < endTime)
    : [closure];

const existing = (day: CourtDay, bookingId: string): Booking => {
  const booking = day.bookings.get(bookingId);
  if (!booking) throw new DomainError('not_found', 'This booking does not exist.');
  return booking;
};

const wrongStatus = ({ status }: Booking) =>
  new DomainError('wrong_status', `This booking is ${status} and cannot be changed that way any more.`, { status });

const inStatus = (day: CourtDay, bookingId: string, status: Booking['status']): Booking => {
  const booking = existing(day, bookingId);
  if (booking.status !== status) throw wrongStatus(booking);
  return booking;
};

/** A live booking whose hour is not over yet. */
export const cancellable = (day: CourtDay, bookingId: string, at: string): Booking => {
  const booking = existing(day, bookingId);
  if (!isLive(booking) || at >= booking.endTime) throw wrongStatus(booking);
  return booking;
};

const cancelled = (
  booking: Booking,
  side: 'player' | 'host',
  reason: Extract<CourtDayEvent, { type: 'BookingCancelled' }>['data']['reason'],
  { at, note, excuse = null }: { at: string; note: string; excuse?: 'weather' | 'safety' | null },
): CourtDayEvent => {
  const { bookingId, playerId } = booking;
  const settlement = settle(booking, side, at);
  return {
    type: 'BookingCancelled',
    data: { bookingId, playerId, reason, ...settlement, excuse, cancelledAt: at, note },
  };
};

/** What time makes of a live booking: a request that nobody answered ends, a confirmed hour is completed. */
const ended = (booking: Booking): CourtDayEvent => {
  const { bookingId, status, answerBy, endTime } = booking;
  return status === 'confirmed'
    ? { type: 'BookingCompleted', data: { bookingId, completedAt: endTime } }
    : cancelled(booking, 'host', 'host_did_not_answer', { at: answerBy, note: '' });
};
