import type {
  Arrival,
  Booking as View,
  BookedBy,
  HistoryEntry,
  HostBooking,
} from '@courtly/contracts/bookings';
import { toMoney } from '@courtly/contracts/wire';
import type { Actor, RecordedEvent } from '../../platform/kernel/events.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { type Booking, isLive, isUnpaid } from './booking.js';
import type { BookableCourt } from '../courts/bookable-court.js';
import { withoutContacts } from './contacts.js';
import { freeCancelUntil } from '../pricing/cancellation.js';
import type { BookingEvent } from './booking.events.js';

export type BookedCourtSource = Pick<
  BookableCourt,
  | 'courtId'
  | 'name'
  | 'location'
  | 'street'
  | 'address'
  | 'surfaceType'
  | 'photos'
  | 'arrivalNotes'
  | 'gateCode'
>;

/** A placeholder for a court that was just listed and is still missing in its read model. */
export const courtToCome = (courtId: string): BookedCourtSource => ({
  courtId,
  name: 'New court',
  location: '',
  street: '',
  address: '',
  surfaceType: 'other',
  photos: [],
  arrivalNotes: '',
  gateCode: '',
});

const knowsAddress = (booking: Booking, viewerId: string) =>
  viewerId === booking.hostId || booking.status === 'confirmed' || booking.status === 'completed';

/** How long before the start players see the gate code (domain rules, messages and safety). */
const GATE_CODE_MINUTES = 60;

const arrivalOf = (
  { status, startTime, endTime }: Booking,
  { arrivalNotes, gateCode }: BookedCourtSource,
  at: string,
): Arrival | null => {
  if (status !== 'confirmed' || !(arrivalNotes || gateCode)) return null;
  const from = new Date(Date.parse(startTime) - GATE_CODE_MINUTES * MINUTE_MS).toISOString();
  return {
    notes: arrivalNotes,
    gateCode: gateCode && from <= at && at < endTime ? gateCode : null,
  };
};

export const bookingView = (
  booking: Booking,
  court: BookedCourtSource,
  viewerId: string,
  at: string,
  {
    needsReview = false,
    unreadMessages = 0,
  }: Readonly<{ needsReview?: boolean; unreadMessages?: number }> = {},
): View => ({
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
  paymentStatus: booking.paymentStatus,
  cancelReason: booking.cancellation?.reason ?? null,
  declineReason: booking.cancellation?.declineReason ?? null,
  cancelNote: booking.cancellation?.note ?? '',
  notes: booking.notes,
  createdAt: booking.requestedAt,
  answerBy: booking.status === 'pending' && !isUnpaid(booking) ? booking.answerBy : null,
  payBy: isUnpaid(booking) ? booking.payBy : null,
  freeCancelUntil: freeCancelUntil(booking),
  policyId: booking.policyId,
  instantBook: booking.instantBook,
  canCancel: isLive(booking) && at < booking.endTime,
  needsReview,
  unreadMessages,
  court: {
    id: court.courtId,
    name: court.name,
    location: court.location,
    address: knowsAddress(booking, viewerId) ? court.address : court.street || court.location,
    surfaceType: court.surfaceType,
    photo: court.photos[0] ?? null,
  },
  arrival: arrivalOf(booking, court, at),
});

const masked = (text: string) => text.replace(/[^@.+\s-]/g, '•');

/** Contact details stay masked until the booking is confirmed (G17, G43). */
export const hostBookingView = (view: View, user: BookedBy): HostBooking => {
  const known = view.status === 'confirmed' || view.status === 'completed';
  if (known) return { ...view, user };
  const hidden = { ...user, email: masked(user.email), phone: masked(user.phone) };
  return {
    ...view,
    notes: withoutContacts(view.notes),
    cancelNote: withoutContacts(view.cancelNote),
    user: hidden,
  };
};

const whoActed = (
  { metadata: { actor } }: RecordedEvent,
  { playerId, hostId }: Booking,
  viewer: Actor,
): HistoryEntry['who'] => {
  if (actor.id === viewer.id) return 'you';
  if (actor.id === playerId) return 'player';
  if (actor.id === hostId) return 'host';
  return actor.role === 'courtly' ? 'courtly' : 'operator';
};

/** Hosts see contact details after they have confirmed the booking (domain rules, G43). */
const mayReach = ({ hostId, approvedAt }: Booking, viewer: Actor): boolean =>
  viewer.id !== hostId || approvedAt !== null;

const whyAndDetails = (
  { type, data }: BookingEvent,
  toldAll: boolean,
): Pick<HistoryEntry, 'why' | 'details'> => {
  switch (type) {
    case 'BookingRequested': {
      const { rateCents, feeCents, totalCents, policyId, answerBy } = data;
      const amounts = {
        hourlyRate: toMoney(rateCents),
        serviceFee: toMoney(feeCents),
        totalAmount: toMoney(totalCents),
      };
      return {
        why: null,
        details: { ...amounts, policyId, answerBy, waiverVersion: data.waiverVersion },
      };
    }
    case 'BookingPaymentAuthorised':
      return { why: null, details: {} };
    case 'BookingApproved':
      return { why: data.approvedBy === 'instant' ? 'instant_book' : null, details: {} };
    case 'BookingCancelled': {
      const { reason, declineReason, rule, excuse, refundCents, hostCents, platformCents, note } =
        data;
      const amounts = {
        refundAmount: toMoney(refundCents),
        hostAmount: toMoney(hostCents),
        platformAmount: toMoney(platformCents),
      };
      const said = {
        ...(declineReason && { declineReason }),
        ...(excuse && { excuse }),
        ...(note && { note: toldAll ? note : withoutContacts(note) }),
      };
      return { why: reason, details: { rule, ...amounts, ...said } };
    }
    case 'BookingCompleted':
      return { why: null, details: {} };
  }
};

export const historyView = (
  events: readonly RecordedEvent[],
  booking: Booking,
  viewer: Actor,
): HistoryEntry[] =>
  events.map((event) => ({
    id: event.id,
    what: event.type,
    at: event.metadata.at,
    who: whoActed(event, booking, viewer),
    ...whyAndDetails(event as RecordedEvent<BookingEvent>, mayReach(booking, viewer)),
  }));
