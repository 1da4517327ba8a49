import type {
  Arrival,
  Booking as BookingView,
  BookedBy,
  HistoryEntry,
  HostBooking,
} from '@courtly/contracts/bookings';
import { toMoney } from '@courtly/contracts/wire';
import type { Actor, RecordedEvent } from '../../platform/kernel/events.js';
import { DAY_MS, MINUTE_MS, offsetText, offsetsAround } from '../../platform/kernel/local-time.js';
import { type Booking, isLiveBooking, isUnpaidRequest } from './booking.js';
import { disputedCents, lostCents } from '../../money/payments/disputes.js';
import type { Court } from '../courts/court.js';
import { chargeDueAt, freeCancelUntil } from '../pricing/cancellation.js';
import { quotedPrice } from '../pricing/quoted-price.js';
import { sportOfBooking } from './booked-sport.js';
import type { BookingEvent } from './booking.events.js';
import type { BookingCharge, BookingDocument } from './bookings.projection.js';
import { shownText } from './contacts.js';

export type BookedCourtSource = Pick<
  Court,
  | 'courtId'
  | 'name'
  | 'location'
  | 'street'
  | 'address'
  | 'surfaceType'
  | 'sports'
  | 'photos'
  | 'arrivalNotes'
  | 'gateCode'
>;

/** A placeholder for a court that was just listed and is not in the read model yet. */
export const placeholderCourt = (courtId: string): BookedCourtSource => ({
  courtId,
  name: 'New court',
  location: '',
  street: '',
  address: '',
  surfaceType: 'other',
  sports: ['tennis'],
  photos: [],
  arrivalNotes: '',
  gateCode: '',
});

const knowsAddress = (booking: Booking, userId: string) =>
  userId === booking.hostId || booking.status === 'confirmed' || booking.status === 'completed';

/** How long before the start players can see the gate code (domain rules, messages and safety). */
const GATE_CODE_MINUTES = 60;

const arrivalInfoOf = (
  { status, startTime, endTime }: Booking,
  { arrivalNotes, gateCode }: BookedCourtSource,
  currentInstant: string,
): Arrival | null => {
  if (status !== 'confirmed' || !(arrivalNotes || gateCode)) return null;
  const gateCodeFrom = new Date(
    Date.parse(startTime) - GATE_CODE_MINUTES * MINUTE_MS,
  ).toISOString();
  return {
    notes: arrivalNotes,
    gateCode:
      gateCode && gateCodeFrom <= currentInstant && currentInstant < endTime ? gateCode : null,
  };
};

/** The charge to the player's card. The refund for a cancellation follows within minutes. */
const chargeView = (
  { totalCents, cancellation }: Booking,
  { amountCents, chargedAt, card, disputes, settledCents, refunds }: BookingCharge,
): BookingView['charge'] => {
  // Manual refunds are separate from the refund for the cancellation.
  const refundedCents = refunds.reduce(
    (subtotal, { hasFailed, orderId, amountCents }) =>
      subtotal + (hasFailed || orderId !== null ? 0 : amountCents),
    0,
  );
  const [withdrawnCents, lost] = [disputedCents({ disputes }), lostCents({ disputes })];
  const keptCents = totalCents - (cancellation?.refundCents ?? 0);
  return {
    amount: toMoney(amountCents),
    chargedAt,
    card,
    refunds: refunds.map((refund) => ({
      amount: toMoney(refund.amountCents),
      at: refund.refundedAt,
      hasFailed: refund.hasFailed,
    })),
    settledAmount: toMoney(settledCents),
    isRefundDue:
      cancellation !== null &&
      withdrawnCents === 0 &&
      !refunds.some(({ hasFailed }) => hasFailed) &&
      amountCents - refundedCents - settledCents > keptCents,
    disputedAmount: toMoney(withdrawnCents - lost),
    lostAmount: toMoney(lost),
    isDisputeOpen: withdrawnCents > lost,
  };
};

/**
 * When the card of a confirmed booking will be charged (UTC); null if the charge is not delayed.
 */
const chargesAtOf = (booking: BookingDocument): string | null => {
  const { status, paymentStatus, approvedAt, captureBefore = null } = booking;
  if (status !== 'confirmed' || paymentStatus !== 'authorised' || approvedAt === null) return null;
  const dueAt = chargeDueAt({ ...booking, approvedAt }, captureBefore);
  return dueAt > approvedAt ? dueAt : null;
};

/** Refunds, disputes, and their results are shown until this many days after the hour. */
const LAST_MOVEMENT_DAYS = 180;

/** The offsets of the zone at all instants that are shown with a booking. */
export const bookingOffsets = ({
  zone,
  requestedAt,
  endTime,
}: Pick<Booking, 'zone' | 'requestedAt' | 'endTime'>) =>
  offsetsAround(zone, [
    requestedAt,
    new Date(Date.parse(endTime) + LAST_MOVEMENT_DAYS * DAY_MS).toISOString(),
  ]);

/** The notes as the user may read them. */
const notesFor = (
  booking: Booking,
  userId: string,
): Pick<BookingView, 'notes' | 'cancelNote' | 'hidesContacts'> => {
  const { playerId, notes, cancellation } = booking;
  const { note: cancelNote = '', noteBy = playerId } = cancellation ?? {};
  const shownNote = shownText(booking, userId, playerId, notes);
  const shownCancelNote = shownText(booking, userId, noteBy, cancelNote);
  return {
    notes: shownNote.text,
    cancelNote: shownCancelNote.text,
    hidesContacts: shownNote.hidesContacts || shownCancelNote.hidesContacts,
  };
};

/** What the user still has to do for a booking. */
export type PendingBookingActions = Readonly<
  Pick<BookingView, 'needsReview' | 'resultBy' | 'unreadMessages' | 'waivers'>
>;

export const bookingView = (
  booking: BookingDocument,
  bookedCourt: BookedCourtSource,
  userId: string,
  currentInstant: string,
  {
    needsReview = false,
    resultBy = null,
    unreadMessages = 0,
    waivers = null,
  }: Partial<PendingBookingActions> = {},
): BookingView => ({
  id: booking.bookingId,
  userId: booking.playerId,
  courtId: booking.courtId,
  startTime: booking.startTime,
  endTime: booking.endTime,
  zone: booking.zone,
  zoneOffsets: bookingOffsets(booking),
  offset: offsetText(booking.zone, booking.startTime),
  sport: sportOfBooking(booking, bookedCourt),
  ...quotedPrice(booking, booking.terms.tax),
  payoutAmount: toMoney(booking.payoutCents),
  status: booking.status,
  paymentStatus: booking.paymentStatus,
  charge:
    booking.charge && userId === booking.playerId ? chargeView(booking, booking.charge) : null,
  owedAmount: toMoney(userId === booking.playerId ? (booking.owedCents ?? 0) : 0),
  chargesAt: chargesAtOf(booking),
  cancelReason: booking.cancellation?.reason ?? null,
  declineReason: booking.cancellation?.declineReason ?? null,
  ...notesFor(booking, userId),
  createdAt: booking.requestedAt,
  answerBy: booking.status === 'pending' && !isUnpaidRequest(booking) ? booking.answerBy : null,
  payBy: isUnpaidRequest(booking) ? booking.payBy : null,
  freeCancelUntil: freeCancelUntil(booking),
  policyId: booking.policyId,
  instantBook: booking.instantBook,
  canCancel: isLiveBooking(booking) && currentInstant < booking.endTime,
  needsReview,
  needsResult: resultBy !== null,
  resultBy,
  unreadMessages,
  waivers,
  court: {
    id: bookedCourt.courtId,
    name: bookedCourt.name,
    location: bookedCourt.location,
    address: knowsAddress(booking, userId)
      ? bookedCourt.address
      : bookedCourt.street || bookedCourt.location,
    surfaceType: bookedCourt.surfaceType,
    sports: [...bookedCourt.sports],
    photo: bookedCourt.photos[0] ?? null,
  },
  arrival: arrivalInfoOf(booking, bookedCourt, currentInstant),
});

const maskText = (text: string) => text.replace(/[^@.+\s-]/g, '•');

/** The player's contact details stay masked until the booking is confirmed (G17, G43). */
export const hostBookingView = (view: BookingView, bookedBy: BookedBy): HostBooking => {
  const isConfirmed = view.status === 'confirmed' || view.status === 'completed';
  if (isConfirmed) return { ...view, user: bookedBy };
  const maskedUser = {
    ...bookedBy,
    email: maskText(bookedBy.email),
    phone: maskText(bookedBy.phone),
  };
  return { ...view, user: maskedUser };
};

const actorLabelOf = (
  { metadata: { actor } }: RecordedEvent,
  { playerId, hostId }: Booking,
  currentUser: Actor,
): HistoryEntry['who'] => {
  if (actor.id === currentUser.id) return 'you';
  if (actor.id === playerId) return 'player';
  if (actor.id === hostId) return 'host';
  return actor.role === 'courtly' ? 'courtly' : 'operator';
};

const whyAndDetails = (
  { type, data }: BookingEvent,
  booking: Booking,
  userId: string,
): Pick<HistoryEntry, 'why' | 'details'> => {
  switch (type) {
    case 'BookingRequested': {
      const { terms, policyId, answerBy } = data;
      const { tax, ...quotedAmounts } = quotedPrice(data, terms.tax);
      return {
        why: null,
        details: {
          ...quotedAmounts,
          ...(tax && { taxAmount: tax.amount }),
          policyId,
          answerBy,
          waiverVersion: data.waiverVersion,
        },
      };
    }
    case 'BookingPaymentAuthorised':
    case 'BookingLocalTimeChanged':
    case 'BookingMoved':
      return { why: null, details: {} };
    case 'BookingApproved':
      return { why: data.approvedBy === 'instant' ? 'instant_book' : null, details: {} };
    case 'BookingCancelled': {
      const { reason, declineReason, rule, excuse, note, noteBy } = data;
      const { refundCents, hostCents, platformCents, taxCents } = data;
      const settledAmounts = {
        refundAmount: toMoney(refundCents),
        hostAmount: toMoney(hostCents),
        platformAmount: toMoney(platformCents),
        ...(taxCents > 0 && { taxAmount: toMoney(taxCents) }),
      };
      const statedDetails = {
        ...(declineReason && { declineReason }),
        ...(excuse && { excuse }),
        ...(note && { note: shownText(booking, userId, noteBy, note).text }),
      };
      return { why: reason, details: { rule, ...settledAmounts, ...statedDetails } };
    }
    case 'BookingCompleted':
      return { why: null, details: {} };
  }
};

export const historyView = (
  recordedEvents: readonly RecordedEvent[],
  booking: Booking,
  currentUser: Actor,
): HistoryEntry[] =>
  recordedEvents.map((recordedEvent) => ({
    id: recordedEvent.id,
    what: recordedEvent.type,
    at: recordedEvent.metadata.at,
    who: actorLabelOf(recordedEvent, booking, currentUser),
    ...whyAndDetails(recordedEvent as RecordedEvent<BookingEvent>, booking, currentUser.id),
  }));
