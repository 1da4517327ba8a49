import type { CancelReason } from '@courtly/contracts/bookings';
import type { CourtDayEvent } from './court-day.events.js';

type Requested = Extract<CourtDayEvent, { type: 'BookingRequested' }>['data'];
type Cancelled = Extract<CourtDayEvent, { type: 'BookingCancelled' }>['data'];

/** One booking: what was asked for, and what became of it. The state of the decider and the read model are this same fold. */
export type Booking = Requested &
  Readonly<{
    status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
    approvedAt: string | null;
    completedAt: string | null;
    cancellation: Omit<Cancelled, 'bookingId' | 'playerId'> | null;
  }>;

/** A booking holds its hour while it is live. */
export const isLive = ({ status }: Pick<Booking, 'status'>): boolean => status === 'pending' || status === 'confirmed';

export const cancelReason = (booking: Booking): CancelReason | null => booking.cancellation?.reason ?? null;

export const evolveBooking = (booking: Booking | null, { type, data }: CourtDayEvent): Booking | null => {
  switch (type) {
    case 'BookingRequested':
      return { ...data, status: 'pending', approvedAt: null, completedAt: null, cancellation: null };
    case 'BookingApproved':
      return booking && { ...booking, status: 'confirmed', approvedAt: data.approvedAt };
    case 'BookingCancelled': {
      const { bookingId: _, playerId: __, ...cancellation } = data;
      return booking && { ...booking, status: 'cancelled', cancellation };
    }
    case 'BookingCompleted':
      return booking && { ...booking, status: 'completed', completedAt: data.completedAt };
    case 'HoursClosed':
    case 'HoursReopened':
      return booking;
  }
};
