import type { Receipt } from '@courtly/contracts/receipts';
import { toMoney } from '@courtly/contracts/wire';
import type { BookingDocument } from '../../booking/bookings/bookings.projection.js';
import { taxLineOf } from '../../booking/pricing/quoted-price.js';
import { taxWithin } from '../../booking/pricing/tax.js';
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
  const movedCents = playerCents(posting);
  const movementKind =
    posting.type === 'PaymentSettledOtherwise'
      ? movedCents < 0
        ? 'paid_otherwise'
        : 'refunded_otherwise'
      : movementKinds[posting.type];
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
  const { bookingId, startTime, endTime, zone, policyId, terms } = booking;
  const { rateCents, feeCents, taxCents, totalCents } = booking;
  const netCents = 0 - balances.player;
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
    ],
    tax: taxLineOf(terms.tax, taxCents),
    card: booking.charge?.card ?? null,
    totalAmount: toMoney(totalCents),
    moved: postings.flatMap(movementsOf),
    netAmount: toMoney(netCents),
    netTax: toMoney(taxWithin(Math.max(0, netCents), booking)),
    policyId,
  };
};
