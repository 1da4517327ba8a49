import type { Receipt, ReceiptMovement } from '@courtly/contracts/receipts';
import { toMoney } from '@courtly/contracts/wire';
import type { BookingDocument } from '../../booking/bookings/bookings.projection.js';
import { taxLineOf } from '../../booking/pricing/quoted-price.js';
import { taxWithin } from '../../booking/pricing/tax.js';
import { localDate, offsetsAround } from '../../platform/kernel/local-time.js';
import type { BookingLedger, Posting } from './ledger.projection.js';

const movementKinds: Partial<Record<Posting['type'], ReceiptMovement['what']>> = {
  PaymentCaptured: 'paid',
  PaymentMismatchCharged: 'paid',
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

/** A bank takes the money before it decides. */
const isUndecided = (posting: Posting, postings: readonly Posting[]): boolean =>
  posting.type === 'PaymentDisputed' &&
  !postings
    .slice(postings.indexOf(posting))
    .some(
      ({ type, disputeId }) => type === 'PaymentDisputeClosed' && disputeId === posting.disputeId,
    );

const movementKindOf = (posting: Posting, postings: readonly Posting[], movedCents: number) => {
  if (posting.type === 'PaymentSettledOtherwise')
    return movedCents < 0 ? 'paid_otherwise' : 'refunded_otherwise';
  return isUndecided(posting, postings) ? 'dispute_open' : movementKinds[posting.type];
};

const movementsOf = (posting: Posting, postings: readonly Posting[]): ReceiptMovement[] => {
  const movedCents = playerCents(posting);
  const movementKind = movementKindOf(posting, postings, movedCents);
  return movementKind && movedCents !== 0
    ? [{ what: movementKind, amount: toMoney(Math.abs(movedCents)), at: posting.at }]
    : [];
};

type ReceiptContext = Pick<Receipt, 'seller' | 'court' | 'address' | 'player'>;

/** Consists of the local day of the charge and the random part of the booking's id. */
const receiptNumberOf = (bookingId: string, issuedAt: string, zone: string): string =>
  `${localDate(zone, issuedAt).replaceAll('-', '')}-${bookingId.split('-').at(-1)!.toUpperCase()}`;

export const receiptOf = (
  booking: BookingDocument,
  { postings, balances }: BookingLedger,
  receiptContext: ReceiptContext,
): Receipt => {
  const { bookingId, startTime, endTime, zone, policyId, terms } = booking;
  const { rateCents, feeCents, taxCents, totalCents } = booking;
  const netCents = 0 - balances.player;
  const issuedAt = booking.charge?.chargedAt ?? postings[0]!.at;
  const moved = postings.flatMap((posting) => movementsOf(posting, postings));
  return {
    receiptNumber: receiptNumberOf(bookingId, issuedAt, zone),
    issuedAt,
    bookingId,
    ...receiptContext,
    // Today's sports of the court may differ from those at the time of the booking.
    sport: booking.sport,
    startTime,
    endTime,
    zone,
    zoneOffsets: offsetsAround(zone, [issuedAt, startTime, endTime, ...moved.map(({ at }) => at)]),
    lines: [
      { what: 'rate', amount: toMoney(rateCents) },
      { what: 'fee', amount: toMoney(feeCents) },
    ],
    tax: taxLineOf(terms.tax, taxCents),
    card: booking.charge?.card ?? null,
    totalAmount: toMoney(totalCents),
    moved,
    netAmount: toMoney(netCents),
    netTax: toMoney(taxWithin(Math.max(0, netCents), booking)),
    policyId,
  };
};
