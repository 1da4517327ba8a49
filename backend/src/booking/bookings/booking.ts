import type { DeclineReason, HostExcuse, PaymentStatus } from '@courtly/contracts/bookings';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { type CancelSide, cancellationQuote, settleBooking } from '../pricing/cancellation.js';
import { BookingFields, type BookingEvent, CancellationFields } from './booking.events.js';

type EventData<T extends BookingEvent['type']> = Extract<BookingEvent, { type: T }>['data'];
type RequestedBooking = EventData<'BookingRequested'>;
type CancelledBooking = EventData<'BookingCancelled'>;

/** The read model uses the same fold as the decider. */
export type Booking = RequestedBooking &
  Readonly<{
    status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
    paymentStatus: PaymentStatus;
    approvedAt: string | null;
    completedAt: string | null;
    /** Missing if the booking was never moved. */
    movedAt?: string;
    cancellation: Pick<CancelledBooking, keyof typeof CancellationFields.shape> | null;
  }>;

type BookingReference = Readonly<{ bookingId: string; at: string }>;

/** `byEmail` means that the host used the link in an email. */
type HostAnswer = BookingReference & Readonly<{ byEmail?: boolean }>;

/** How a booking ends before its hour. A closure counts as a cancellation by the host. */
type Cancellation = Readonly<{
  reason: 'player_cancelled' | 'host_cancelled' | 'hours_closed' | 'operator_cancelled';
  note: string;
  /** The author of the note, if it is neither the player nor the host. */
  noteBy?: string;
  excuse: HostExcuse | null;
  expectedRefundCents: number | null;
  /** The start of the hour that is canceled, if a booking that has moved must stay. */
  startTime?: string;
}>;

type NewHour = Pick<EventData<'BookingMoved'>, 'startTime' | 'endTime' | 'offsetMinutes'>;

export type BookingCommand =
  | Message<'RequestBooking', RequestedBooking>
  | Message<'AuthorisePayment', BookingReference>
  | Message<'ExpirePayment', BookingReference>
  | Message<'FailPayment', BookingReference>
  | Message<'ApproveBooking', HostAnswer>
  | Message<'DeclineBooking', HostAnswer & { declineReason: DeclineReason | null; note: string }>
  | Message<'CancelBooking', BookingReference & Cancellation>
  | Message<'MoveBooking', BookingReference & NewHour>
  | Message<'ExpireRequest', BookingReference>
  | Message<'NoteOffset', BookingReference & { offsetMinutes: number; zoneData: string }>
  | Message<'CompleteBooking', BookingReference>;

/**
 * A booking is pending, confirmed, then completed, unless it is canceled. A card payment must be
 * authorized first. The court-day decides whether the hour is free; this decider decides the rest.
 */
export const booking: Omit<Decider<Booking | null, BookingCommand, BookingEvent>, 'category'> = {
  initial: null,

  decide({ type, data }, booking) {
    switch (type) {
      case 'RequestBooking': {
        if (booking)
          throw new DomainError(
            'conflict',
            'Another request interfered with this one. Please try again.',
          );
        if (data.playerId === data.hostId)
          throw new DomainError(
            'forbidden',
            'This is your own court. To keep an hour for yourself, close it instead.',
          );
        return [
          { type: 'BookingRequested', data },
          ...(data.payBy === null ? instantApproval(data, data.requestedAt) : []),
        ];
      }
      case 'AuthorisePayment':
        if (!booking || !isUnpaidRequest(booking)) return [];
        return [
          {
            type: 'BookingPaymentAuthorised',
            data: {
              ...BookingFields.parse(booking),
              answerBy: booking.answerBy,
              authorisedAt: data.at,
            },
          },
          ...instantApproval(booking, data.at),
        ];
      case 'ExpirePayment':
        if (!booking || !isUnpaidRequest(booking) || data.at < booking.payBy!) return [];
        return [cancelledEvent(booking, { at: booking.payBy!, reason: 'not_paid' })];
      case 'FailPayment':
        if (!booking || !isLiveBooking(booking)) return [];
        return [cancelledEvent(booking, { at: data.at, reason: 'payment_failed' })];
      case 'ApproveBooking':
        return [approvedEvent(answerableBooking(booking, data.at), 'host', data.at, data.byEmail)];
      case 'DeclineBooking': {
        const { at, declineReason, note, byEmail } = data;
        if (!declineReason) throw missingReason();
        return [
          cancelledEvent(answerableBooking(booking, at), {
            at,
            note,
            reason: 'host_declined',
            declineReason,
            byEmail,
          }),
        ];
      }
      case 'CancelBooking': {
        const liveBooking = cancellableBooking(booking, data.at);
        if (data.reason === 'host_cancelled' && liveBooking.status === 'pending')
          throw wrongStatus(
            liveBooking,
            'This request is still pending. Decline it with a reason instead.',
          );
        if (data.startTime !== undefined && data.startTime !== liveBooking.startTime)
          throw wrongStatus(liveBooking, 'This booking has moved to another hour.');
        assertRefundIsCurrent(liveBooking, data);
        return [cancelledEvent(liveBooking, data)];
      }
      case 'ExpireRequest':
        if (booking?.status !== 'pending' || isUnpaidRequest(booking) || data.at < booking.answerBy)
          return [];
        return [cancelledEvent(booking, { at: booking.answerBy, reason: 'host_did_not_answer' })];
      case 'NoteOffset': {
        const previousOffsetMinutes = booking?.offsetMinutes;
        const { at, offsetMinutes, zoneData } = data;
        if (
          !booking ||
          !isLiveBooking(booking) ||
          at >= booking.startTime ||
          previousOffsetMinutes === undefined ||
          previousOffsetMinutes === offsetMinutes
        )
          return [];
        return [
          {
            type: 'BookingLocalTimeChanged',
            data: {
              ...BookingFields.parse(booking),
              previousOffsetMinutes,
              offsetMinutes,
              zoneData,
              neverPaid: isUnpaidRequest(booking),
              changedAt: at,
            },
          },
        ];
      }
      case 'MoveBooking': {
        const { at, startTime, endTime, offsetMinutes } = data;
        const liveBooking = cancellableBooking(booking, at);
        if (liveBooking.status !== 'confirmed') throw wrongStatus(liveBooking);
        if (liveBooking.startTime === startTime) return [];
        return [
          {
            type: 'BookingMoved',
            data: {
              ...BookingFields.parse(liveBooking),
              startTime,
              endTime,
              previousStartTime: liveBooking.startTime,
              previousEndTime: liveBooking.endTime,
              offsetMinutes,
              movedAt: at,
            },
          },
        ];
      }
      case 'CompleteBooking':
        if (booking?.status !== 'confirmed' || data.at < booking.endTime) return [];
        return [
          {
            type: 'BookingCompleted',
            data: { ...BookingFields.parse(booking), completedAt: booking.endTime },
          },
        ];
    }
  },

  evolve(booking, { type, data }) {
    if (type === 'BookingRequested') {
      const paymentStatus = data.payBy === null ? 'not_required' : 'unpaid';
      return {
        ...data,
        status: 'pending',
        paymentStatus,
        approvedAt: null,
        completedAt: null,
        cancellation: null,
      };
    }
    if (!booking) return null;
    switch (type) {
      case 'BookingPaymentAuthorised':
        return { ...booking, paymentStatus: 'authorised' };
      case 'BookingApproved':
        return { ...booking, status: 'confirmed', approvedAt: data.approvedAt };
      case 'BookingCompleted':
        return { ...booking, status: 'completed', completedAt: data.completedAt };
      case 'BookingLocalTimeChanged':
        return { ...booking, offsetMinutes: data.offsetMinutes };
      case 'BookingMoved': {
        const { startTime, endTime, offsetMinutes, movedAt } = data;
        return { ...booking, startTime, endTime, offsetMinutes, movedAt };
      }
      case 'BookingCancelled':
        return { ...booking, status: 'cancelled', cancellation: CancellationFields.parse(data) };
    }
  },
};

export const isLiveBooking = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === 'pending' || status === 'confirmed';

/** An unpaid request occupies its slot for a few minutes and is hidden from the host. */
export const isUnpaidRequest = ({
  status,
  paymentStatus,
}: Pick<Booking, 'status' | 'paymentStatus'>): boolean =>
  status === 'pending' && paymentStatus === 'unpaid';

/**
 * Returns a live booking whose hour is not over.
 * @throws DomainError not_found, wrong_status
 */
export const cancellableBooking = (booking: Booking | null, decidedAt: string): Booking => {
  const existingBooking = requireBooking(booking);
  if (!isLiveBooking(existingBooking) || decidedAt >= existingBooking.endTime)
    throw wrongStatus(existingBooking);
  return existingBooking;
};

const answerableBooking = (booking: Booking | null, decidedAt: string): Booking => {
  const existingBooking = requireBooking(booking);
  if (existingBooking.status !== 'pending') throw wrongStatus(existingBooking);
  if (isUnpaidRequest(existingBooking))
    throw wrongStatus(existingBooking, "This request hasn't been paid yet.");
  if (decidedAt >= existingBooking.answerBy)
    throw wrongStatus(existingBooking, 'The time to respond to this request has passed.');
  return existingBooking;
};

const missingReason = (): DomainError => {
  const message = 'Choose a reason, so the player knows why you declined.';
  return new DomainError('invalid_request', message, { fields: [{ field: 'reason', message }] });
};

const requireBooking = (booking: Booking | null): Booking => {
  if (!booking) throw notFound('booking');
  return booking;
};

const wrongStatus = (
  { status }: Booking,
  message = `This booking is already ${status}, so you can no longer do that.`,
) => new DomainError('wrong_status', message, { status });

const approvedEvent = (
  booking: RequestedBooking,
  approvedBy: 'host' | 'instant',
  approvedAt: string,
  byEmail = false,
): BookingEvent => ({
  type: 'BookingApproved',
  data: {
    ...BookingFields.parse(booking),
    approvedBy,
    approvedAt,
    ...(byEmail && { byEmail }),
  },
});

const instantApproval = (booking: RequestedBooking, decidedAt: string): BookingEvent[] =>
  booking.instantBook ? [approvedEvent(booking, 'instant', decidedAt)] : [];

/** Attributes every cancellation to the host unless the player or the card caused it. */
const cancelSideOf = (cancelReason: CancelledBooking['reason']): CancelSide => {
  if (cancelReason === 'not_paid' || cancelReason === 'payment_failed') return 'card';
  return cancelReason === 'player_cancelled' ? 'player' : 'host';
};

/**
 * Refuses a cancellation whose refund differs from the one that the user was shown.
 * @throws DomainError price_changed with a new quote
 */
const assertRefundIsCurrent = (
  booking: Booking,
  { reason, at, expectedRefundCents }: BookingReference & Cancellation,
): void => {
  const cancelSide = cancelSideOf(reason);
  if (
    expectedRefundCents === null ||
    expectedRefundCents === settleBooking(booking, cancelSide, at).refundCents
  )
    return;
  const quote = cancellationQuote(booking, cancelSide, at);
  throw new DomainError(
    'price_changed',
    `The refund is now $${quote.refundAmount}. Please check it and cancel again.`,
    { quote },
  );
};

/** Settles a cancellation under the terms agreed at booking. */
const cancelledEvent = (
  booking: Booking,
  cancelInput: Readonly<{ at: string; reason: CancelledBooking['reason'] }> &
    Partial<Pick<CancelledBooking, 'declineReason' | 'excuse' | 'note' | 'noteBy' | 'byEmail'>>,
): BookingEvent => {
  const { at, reason, declineReason = null, excuse = null, note = '' } = cancelInput;
  const cancelSide = cancelSideOf(reason);
  return {
    type: 'BookingCancelled',
    data: {
      ...BookingFields.parse(booking),
      approvedAt: booking.approvedAt,
      neverPaid: isUnpaidRequest(booking),
      reason,
      declineReason,
      ...settleBooking(booking, cancelSide, at),
      excuse,
      cancelledAt: at,
      note,
      noteBy: cancelInput.noteBy ?? (cancelSide === 'host' ? booking.hostId : booking.playerId),
      ...(cancelInput.byEmail && { byEmail: true }),
    },
  };
};
