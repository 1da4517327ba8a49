import type { Receipt } from '@courtly/contracts/receipts';
import { toMoney } from '@courtly/contracts/wire';
import type { Booking } from '../../booking/bookings/booking.js';
import type { LedgerOfBooking, Posting } from './ledger.projection.js';

type Moved = Receipt['moved'][number];

const what: Partial<Record<Posting['type'], Moved['what']>> = {
  PaymentCaptured: 'paid',
  PaymentRefunded: 'refunded',
  PaymentRefundFailed: 'refund_failed',
  PaymentDisputed: 'disputed',
  PaymentDisputeClosed: 'dispute_won',
};

const ofPlayer = ({ entries }: Posting): number =>
  entries.reduce(
    (sum, { account, amountCents }) => sum + (account === 'player' ? amountCents : 0),
    0,
  );

const movedOf = (posting: Posting): Moved[] => {
  const [name, cents] = [what[posting.type], ofPlayer(posting)];
  return name && cents !== 0
    ? [{ what: name, amount: toMoney(Math.abs(cents)), at: posting.at }]
    : [];
};

type Seen = Readonly<{ court: string; address: string; player: string }>;

/** The receipt of a booking from what was agreed and what moved. */
export const receiptOf = (
  booking: Booking,
  { postings, balances }: LedgerOfBooking,
  seen: Seen,
): Receipt => {
  const { bookingId, startTime, endTime, zone, rateCents, feeCents, totalCents, policyId } =
    booking;
  return {
    bookingId,
    ...seen,
    startTime,
    endTime,
    zone,
    lines: [
      { what: 'rate', amount: toMoney(rateCents) },
      { what: 'fee', amount: toMoney(feeCents) },
    ],
    totalAmount: toMoney(totalCents),
    moved: postings.flatMap(movedOf),
    netAmount: toMoney(0 - balances.player),
    policyId,
  };
};
