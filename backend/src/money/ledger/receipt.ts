import type { Receipt } from '@courtly/contracts/receipts';
import { toMoney } from '@courtly/contracts/wire';
import type { BookingDocument } from '../../booking/bookings/bookings.projection.js';
import { localDate } from '../../platform/kernel/local-time.js';
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

type ReceiptNames = Readonly<{ seller: string; court: string; address: string; player: string }>;

/** The local day of the charge and the random part of the booking's id. */
const receiptNumberOf = (bookingId: string, issuedAt: string, zone: string): string =>
  `${localDate(zone, issuedAt).replaceAll('-', '')}-${bookingId.split('-').at(-1)!.toUpperCase()}`;

export const receiptOf = (
  booking: BookingDocument,
  { postings, balances }: BookingLedger,
  receiptNames: ReceiptNames,
): Receipt => {
  const { bookingId, startTime, endTime, zone, rateCents, feeCents, totalCents, policyId } =
    booking;
  const issuedAt = booking.charge?.chargedAt ?? postings[0]!.at;
  return {
    receiptNumber: receiptNumberOf(bookingId, issuedAt, zone),
    issuedAt,
    bookingId,
    ...receiptNames,
    startTime,
    endTime,
    zone,
    lines: [
      { what: 'rate', amount: toMoney(rateCents) },
      { what: 'fee', amount: toMoney(feeCents) },
      // No city taxes court hours yet.
      { what: 'tax', amount: toMoney(0) },
    ],
    card: booking.charge?.card ?? null,
    totalAmount: toMoney(totalCents),
    moved: postings.flatMap(movementsOf),
    netAmount: toMoney(0 - balances.player),
    policyId,
  };
};
