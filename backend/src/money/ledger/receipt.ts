import type { Receipt } from '@courtly/contracts/receipts';
import { toMoney } from '@courtly/contracts/wire';
import type { Booking } from '../../booking/bookings/booking.js';
import type { BookingLedger, Posting } from './ledger.projection.js';

type ReceiptMovement = Receipt['moved'][number];

const movementKinds: Partial<Record<Posting['type'], ReceiptMovement['what']>> = {
  PaymentCaptured: 'paid',
  PaymentRefunded: 'refunded',
  PaymentRefundFailed: 'refund_failed',
  PaymentDisputed: 'disputed',
  PaymentDisputeClosed: 'dispute_won',
};

const playerCents = ({ entries }: Posting): number =>
  entries.reduce(
    (subtotal, { account, amountCents }) => subtotal + (account === 'player' ? amountCents : 0),
    0,
  );

const movementsOf = (posting: Posting): ReceiptMovement[] => {
  const [movementKind, movedCents] = [movementKinds[posting.type], playerCents(posting)];
  return movementKind && movedCents !== 0
    ? [{ what: movementKind, amount: toMoney(Math.abs(movedCents)), at: posting.at }]
    : [];
};

type ReceiptNames = Readonly<{ court: string; address: string; player: string }>;

export const receiptOf = (
  booking: Booking,
  { postings, balances }: BookingLedger,
  receiptNames: ReceiptNames,
): Receipt => {
  const { bookingId, startTime, endTime, zone, rateCents, feeCents, totalCents, policyId } =
    booking;
  return {
    bookingId,
    ...receiptNames,
    startTime,
    endTime,
    zone,
    lines: [
      { what: 'rate', amount: toMoney(rateCents) },
      { what: 'fee', amount: toMoney(feeCents) },
    ],
    totalAmount: toMoney(totalCents),
    moved: postings.flatMap(movementsOf),
    netAmount: toMoney(0 - balances.player),
    policyId,
  };
};
