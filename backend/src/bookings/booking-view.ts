import type {
  Booking as View,
  BookedBy,
  CancellationQuote,
  HistoryEntry,
  HostBooking,
} from '@courtly/contracts/bookings';
import { toMoney } from '@courtly/contracts/wire';
import type { Actor, Recorded } from '../kernel/events.js';
import { type Booking, cancelReason, isLive } from './booking.js';
import type { BookableCourt } from './bookable-court.js';
import { type CancelSide, freeCancelUntil, settle } from './cancellation.js';
import type { CourtDayEvent } from './court-day.events.js';
import { streetOf } from '../courts/street.js';

export type BookedCourtSource = Pick<
  BookableCourt,
  'courtId' | 'name' | 'location' | 'address' | 'surfaceType' | 'photos'
>;

const knowsAddress = (booking: Booking, viewerId: string) =>
  viewerId === booking.hostId || booking.status === 'confirmed' || booking.status === 'completed';

/** A booking as the contract shows it to one of its two sides at an instant. */
export const bookingView = (booking: Booking, court: BookedCourtSource, viewerId: string, at: string): View => ({
  id: booking.bookingId,
  userId: booking.playerId,
  courtId: booking.courtId,
  startTime: booking.startTime,
  endTime: booking.endTime,
  zone: booking.zone,
  totalAmount: toMoney(booking.totalCents),
  serviceFee: toMoney(booking.feeCents),
  payoutAmount: toMoney(booking.payoutCents),
  status: booking.status,
  paymentStatus: 'not_required',
  cancelReason: cancelReason(booking),
  notes: booking.notes,
  createdAt: booking.requestedAt,
  answerBy: booking.status === 'pending' ? booking.answerBy : null,
  freeCancelUntil: freeCancelUntil(booking),
  policyId: booking.terms.id,
  canCancel: isLive(booking) && at < booking.endTime,
  court: {
    id: court.courtId,
    name: court.name,
    location: court.location,
    address: knowsAddress(booking, viewerId) ? court.address : streetOf(court.address) || court.location,
    surfaceType: court.surfaceType,
    photo: court.photos[0] ?? null,
  },
});

const masked = (text: string) => text.replace(/[^@.+\s-]/g, '•');

/** The same for the host, with the player. E-mail and phone are masked until the booking is confirmed (domain rules, G17). */
export const hostBookingView = (view: View, user: BookedBy): HostBooking => {
  const known = view.status === 'confirmed' || view.status === 'completed';
  return { ...view, user: known ? user : { ...user, email: masked(user.email), phone: masked(user.phone) } };
};

/** What a cancellation by this side at this instant would mean. */
export const quoteView = (booking: Booking, side: CancelSide, at: string): CancellationQuote => {
  const { rule, refundCents, hostCents, platformCents } = settle(booking, side, at);
  return {
    rule,
    refundAmount: toMoney(refundCents),
    hostAmount: toMoney(hostCents),
    platformAmount: toMoney(platformCents),
    totalAmount: toMoney(booking.totalCents),
    freeCancelUntil: freeCancelUntil(booking),
  };
};

const whoActed = (
  { metadata: { actor } }: Recorded,
  { playerId, hostId }: Booking,
  viewer: Actor,
): HistoryEntry['who'] => {
  if (actor.id === viewer.id) return 'you';
  if (actor.id === playerId) return 'player';
  if (actor.id === hostId) return 'host';
  return actor.role === 'courtly' ? 'courtly' : 'operator';
};

type BookingEvent = Recorded<Exclude<CourtDayEvent, { type: 'HoursClosed' | 'HoursReopened' }>>;

const whyAndDetails = ({ type, data }: BookingEvent): Pick<HistoryEntry, 'why' | 'details'> => {
  switch (type) {
    case 'BookingRequested': {
      const { rateCents, feeCents, totalCents, terms, answerBy } = data;
      const amounts = {
        hourlyRate: toMoney(rateCents),
        serviceFee: toMoney(feeCents),
        totalAmount: toMoney(totalCents),
      };
      return { why: null, details: { ...amounts, policyId: terms.id, answerBy, waiverVersion: data.waiverVersion } };
    }
    case 'BookingApproved':
      return { why: data.approvedBy === 'instant' ? 'instant_book' : null, details: {} };
    case 'BookingCancelled': {
      const { reason, rule, excuse, refundCents, hostCents, platformCents, note } = data;
      const amounts = {
        refundAmount: toMoney(refundCents),
        hostAmount: toMoney(hostCents),
        platformAmount: toMoney(platformCents),
      };
      return { why: reason, details: { rule, ...amounts, ...(excuse && { excuse }), ...(note && { note }) } };
    }
    case 'BookingCompleted':
      return { why: null, details: {} };
  }
};

/** The life of a booking for one of its sides: every event, what, when, who and why. */
export const historyView = (events: readonly Recorded[], booking: Booking, viewer: Actor): HistoryEntry[] =>
  events.map((event) => ({
    id: event.id,
    what: event.type,
    at: event.metadata.at,
    who: whoActed(event, booking, viewer),
    ...whyAndDetails(event as BookingEvent),
  }));
