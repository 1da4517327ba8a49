import type { BookingNotificationType as NoticeType, MailKind } from '@courtly/contracts/notifications';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { PaymentEvent } from '../../money/payments/payment.events.js';
import type { PayoutEvent } from '../../money/payouts/payout.events.js';

type Cancelled = Extract<BookingEvent, { type: 'BookingCancelled' }>['data'];

/** Who is told of an event of a booking, on which side they are, and as what. */
export type Side = 'player' | 'host' | 'admin';
export type Told = Readonly<{ personId: string; side: Side; type: NoticeType }>;

const endings: Record<Cancelled['reason'], Pick<Told, 'side' | 'type'>> = {
  player_cancelled: { side: 'host', type: 'cancelled_by_player' },
  host_declined: { side: 'player', type: 'request_declined' },
  host_did_not_answer: { side: 'player', type: 'request_unanswered' },
  host_cancelled: { side: 'player', type: 'cancelled_by_host' },
  hours_closed: { side: 'player', type: 'cancelled_by_closure' },
  operator_cancelled: { side: 'player', type: 'cancelled_by_operator' },
  not_paid: { side: 'player', type: 'request_not_paid' },
  payment_failed: { side: 'player', type: 'payment_failed' },
};

/** The one person whom an event of a booking is news to: nobody is told of what they did themselves. Null where it is news to none. */
export const toldBy = ({ type, data }: BookingEvent): Told | null => {
  const to = ({ side, type }: Pick<Told, 'side' | 'type'>): Told => ({
    personId: side === 'host' ? data.hostId : data.playerId,
    side,
    type,
  });
  switch (type) {
    case 'BookingRequested':
      return data.payBy === null ? to({ side: 'host', type: 'request_received' }) : null;
    case 'BookingPaymentAuthorised':
      return to({ side: 'host', type: 'request_received' });
    case 'BookingApproved':
      return data.approvedBy === 'instant'
        ? to({ side: 'host', type: 'booking_received' })
        : to({ side: 'player', type: 'request_approved' });
    case 'BookingCancelled': {
      const ending = endings[data.reason];
      // A host who has not seen a request is not told of its end.
      return data.neverPaid && ending.side === 'host' ? null : to(ending);
    }
    case 'BookingCompleted':
      return null;
  }
};

const neithersDoing: Partial<Record<Cancelled['reason'], NoticeType>> = {
  payment_failed: 'charge_failed',
  operator_cancelled: 'booking_cancelled_by_operator',
};

/** The host whose hour ended by what neither side did: a card that could not be charged, or an admin. */
export const hostToldBy = ({ type, data }: BookingEvent): Told | null => {
  const told =
    type === 'BookingCancelled' && !data.neverPaid ? neithersDoing[data.reason] : undefined;
  return told ? { personId: data.hostId, side: 'host', type: told } : null;
};

/** The events by which money has moved that somebody is told of. */
export type MoneyEvent =
  | Extract<
      PaymentEvent,
      { type: 'PaymentCaptured' | 'PaymentReleased' | 'PaymentRefunded' | 'PaymentRefundFailed' }
    >
  | Extract<PayoutEvent, { type: 'PayoutTransferred' }>;

/** Who is told of money that moved, as what, and of how many cents; null where none was held. */
export const toldOfMoney = ({
  type,
  data,
}: MoneyEvent): (Told & Readonly<{ amountCents: number }>) | null => {
  const player = { personId: data.playerId, side: 'player' } as const;
  switch (type) {
    case 'PaymentCaptured':
      return { ...player, type: 'charged', amountCents: data.amountCents };
    case 'PaymentReleased':
      return data.wasAuthorised
        ? { ...player, type: 'hold_released', amountCents: data.totalCents }
        : null;
    case 'PaymentRefunded':
      return { ...player, type: 'refunded', amountCents: data.amountCents };
    case 'PaymentRefundFailed':
      return { ...player, type: 'refund_failed', amountCents: data.amountCents };
    case 'PayoutTransferred':
      return {
        personId: data.hostId,
        side: 'host',
        type: 'paid_out',
        amountCents: data.amountCents,
      };
  }
};

/** What becomes of a booking, as far as a mail about it goes. */
type Status = 'pending' | 'confirmed' | 'completed' | 'cancelled';

const stillSo: Record<NoticeType, Status | null> = {
  request_received: 'pending',
  booking_received: 'confirmed',
  request_approved: 'confirmed',
  cancelled_by_player: 'cancelled',
  request_declined: 'cancelled',
  request_unanswered: 'cancelled',
  cancelled_by_host: 'cancelled',
  cancelled_by_closure: 'cancelled',
  cancelled_by_operator: 'cancelled',
  booking_cancelled_by_operator: 'cancelled',
  request_not_paid: 'cancelled',
  payment_failed: 'cancelled',
  charge_failed: 'cancelled',
  charged: null,
  hold_released: null,
  refunded: null,
  refund_failed: null,
  paid_out: null,
  payment_disputed: null,
  refund_came_back: null,
  payment_mismatched: null,
};

/** Whether a booking is still as a notice says: a mail about what is over would send people the wrong way. What money did stays so. */
export const isStillSo = (type: NoticeType, status: Status): boolean =>
  [null, status].includes(stillSo[type]);

/** Whether a notice tells of money that moved: that is told whatever mails somebody switched off. */
const isOfMoney = (type: NoticeType): boolean => stillSo[type] === null;

const requests: readonly NoticeType[] = [
  'request_received',
  'request_approved',
  'request_declined',
  'request_unanswered',
  'request_not_paid',
];

/** The kind of mail that tells of a notice; null for what everybody has to know. */
export const mailKindOf = (type: NoticeType): MailKind | null => {
  if (isOfMoney(type)) return null;
  return requests.includes(type) ? 'requests' : 'bookings';
};
