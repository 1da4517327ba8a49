import type { DeclineReason, HostExcuse, PaymentStatus } from '@courtly/contracts/bookings';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { type CancelSide, cancellationQuote, settle } from '../pricing/cancellation.js';
import type { BookingEvent } from './booking.events.js';

type DataOf<T extends BookingEvent['type']> = Extract<BookingEvent, { type: T }>['data'];
type Requested = DataOf<'BookingRequested'>;
type Cancelled = DataOf<'BookingCancelled'>;

/** The read model uses the same fold. */
export type Booking = Requested &
  Readonly<{
    status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
    paymentStatus: PaymentStatus;
    approvedAt: string | null;
    completedAt: string | null;
    cancellation: Omit<Cancelled, keyof Facts | 'approvedAt' | 'neverPaid'> | null;
  }>;

type Its = Readonly<{ bookingId: string; at: string }>;

/** How a booking ends before its hour. A closure counts as a cancellation by the host. */
type Cancellation = Readonly<{
  reason: 'player_cancelled' | 'host_cancelled' | 'hours_closed' | 'operator_cancelled';
  note: string;
  /** The author of the note, if neither player nor host. */
  noteBy?: string;
  excuse: HostExcuse | null;
  expectedRefundCents: number | null;
}>;

export type BookingCommand =
  | Message<'RequestBooking', Requested>
  | Message<'AuthorisePayment', Its>
  | Message<'ExpirePayment', Its>
  | Message<'FailPayment', Its>
  | Message<'ApproveBooking', Its>
  | Message<'DeclineBooking', Its & { declineReason: DeclineReason; note: string }>
  | Message<'CancelBooking', Its & Cancellation>
  | Message<'ExpireRequest', Its>
  | Message<'CompleteBooking', Its>;

/**
 * Pending, confirmed, completed; or canceled on the way. A card payment must be authorized first.
 * The court-day decides whether the hour is free and delegates everything else to this decider.
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
          ...(data.payBy === null ? bookedAtOnce(data, data.requestedAt) : []),
        ];
      }
      case 'AuthorisePayment':
        if (!booking || !isUnpaid(booking)) return [];
        return [
          {
            type: 'BookingPaymentAuthorised',
            data: { ...facts(booking), answerBy: booking.answerBy, authorisedAt: data.at },
          },
          ...bookedAtOnce(booking, data.at),
        ];
      case 'ExpirePayment':
        if (!booking || !isUnpaid(booking) || data.at < booking.payBy!) return [];
        return [cancelled(booking, { at: booking.payBy!, reason: 'not_paid' })];
      case 'FailPayment':
        if (!booking || !isLive(booking)) return [];
        return [cancelled(booking, { at: data.at, reason: 'payment_failed' })];
      case 'ApproveBooking':
        return [approved(answerable(booking, data.at), 'host', data.at)];
      case 'DeclineBooking': {
        const { at, declineReason, note } = data;
        return [
          cancelled(answerable(booking, at), { at, note, reason: 'host_declined', declineReason }),
        ];
      }
      case 'CancelBooking': {
        const live = cancellable(booking, data.at);
        if (data.reason === 'host_cancelled' && live.status === 'pending')
          throw wrongStatus(
            live,
            'This request is still pending. Decline it with a reason instead.',
          );
        agreeOnRefund(live, data);
        return [cancelled(live, data)];
      }
      case 'ExpireRequest':
        if (booking?.status !== 'pending' || isUnpaid(booking) || data.at < booking.answerBy)
          return [];
        return [cancelled(booking, { at: booking.answerBy, reason: 'host_did_not_answer' })];
      case 'CompleteBooking':
        if (booking?.status !== 'confirmed' || data.at < booking.endTime) return [];
        return [
          { type: 'BookingCompleted', data: { ...facts(booking), completedAt: booking.endTime } },
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
      case 'BookingCancelled': {
        const { reason, declineReason, rule, excuse, refundCents, hostCents, platformCents } = data;
        const { cancelledAt, note, noteBy } = data;
        const cancellation = {
          reason,
          declineReason,
          rule,
          excuse,
          refundCents,
          hostCents,
          platformCents,
        };
        return {
          ...booking,
          status: 'cancelled',
          cancellation: { ...cancellation, cancelledAt, note, noteBy },
        };
      }
    }
  },
};

export const isLive = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === 'pending' || status === 'confirmed';

/** An unpaid request occupies its slot for some minutes, and its host does not see it. */
export const isUnpaid = ({
  status,
  paymentStatus,
}: Pick<Booking, 'status' | 'paymentStatus'>): boolean =>
  status === 'pending' && paymentStatus === 'unpaid';

/**
 * Returns a live booking whose hour is not over.
 * @throws DomainError not_found, wrong_status
 */
export const cancellable = (booking: Booking | null, at: string): Booking => {
  const known = existing(booking);
  if (!isLive(known) || at >= known.endTime) throw wrongStatus(known);
  return known;
};

const answerable = (booking: Booking | null, at: string): Booking => {
  const known = existing(booking);
  if (known.status !== 'pending') throw wrongStatus(known);
  if (isUnpaid(known)) throw wrongStatus(known, "This request hasn't been paid yet.");
  if (at >= known.answerBy)
    throw wrongStatus(known, 'The time to respond to this request has passed.');
  return known;
};

const existing = (booking: Booking | null): Booking => {
  if (!booking) throw notFound('booking');
  return booking;
};

const wrongStatus = (
  { status }: Booking,
  message = `This booking is already ${status}, so you can't do that anymore.`,
) => new DomainError('wrong_status', message, { status });

const facts = (booking: Requested) => {
  const { bookingId, courtId, hostId, playerId, startTime, endTime, zone } = booking;
  const { rateCents, feeCents, totalCents, payoutCents, policyId, requestedAt, payBy } = booking;
  return {
    bookingId,
    courtId,
    hostId,
    playerId,
    startTime,
    endTime,
    zone,
    rateCents,
    feeCents,
    totalCents,
    payoutCents,
    policyId,
    requestedAt,
    payBy,
  };
};
type Facts = ReturnType<typeof facts>;

const approved = (
  booking: Requested,
  approvedBy: 'host' | 'instant',
  approvedAt: string,
): BookingEvent => ({
  type: 'BookingApproved',
  data: { ...facts(booking), approvedBy, approvedAt },
});

const bookedAtOnce = (booking: Requested, at: string): BookingEvent[] =>
  booking.instantBook ? [approved(booking, 'instant', at)] : [];

/** Counts every cancellation as the host's unless the player or the card caused it. */
const sideOf = (reason: Cancelled['reason']): CancelSide => {
  if (reason === 'not_paid' || reason === 'payment_failed') return 'card';
  return reason === 'player_cancelled' ? 'player' : 'host';
};

/**
 * People agree only to the refund they have seen.
 * @throws DomainError price_changed with a new quote
 */
const agreeOnRefund = (
  booking: Booking,
  { reason, at, expectedRefundCents }: Its & Cancellation,
): void => {
  const side = sideOf(reason);
  if (expectedRefundCents === null || expectedRefundCents === settle(booking, side, at).refundCents)
    return;
  const quote = cancellationQuote(booking, side, at);
  throw new DomainError(
    'price_changed',
    `The refund is now $${quote.refundAmount}. Please check it and cancel again.`,
    {
      quote,
    },
  );
};

/** Settled under the terms agreed at booking. */
const cancelled = (
  booking: Booking,
  how: Readonly<{ at: string; reason: Cancelled['reason'] }> &
    Partial<Pick<Cancelled, 'declineReason' | 'excuse' | 'note' | 'noteBy'>>,
): BookingEvent => {
  const { at, reason, declineReason = null, excuse = null, note = '' } = how;
  const side = sideOf(reason);
  const noteBy = how.noteBy ?? (side === 'host' ? booking.hostId : booking.playerId);
  const cancellation = {
    reason,
    declineReason,
    ...settle(booking, side, at),
    excuse,
    cancelledAt: at,
    note,
    noteBy,
  };
  const { approvedAt } = booking;
  const neverPaid = isUnpaid(booking);
  return {
    type: 'BookingCancelled',
    data: { ...facts(booking), approvedAt, neverPaid, ...cancellation },
  };
};
