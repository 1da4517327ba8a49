import type { PaymentEvent } from '../payments/payment.events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import {
  type Balances,
  type Entry,
  type MoneyEvent,
  entriesOf,
  moneyEvents,
  movedAt,
  nothing,
  plus,
} from './entries.js';

/** One event by which money moved, with its entries. */
export type Posting = Readonly<{ type: MoneyEvent['type']; at: string; entries: readonly Entry[] }>;

/** A refund that an admin ordered, and who bears it, in cents. It moves nothing: the refund that follows does. */
export type ByHand = Pick<
  RefundOrdered['data'],
  'amountCents' | 'hostCents' | 'platformCents' | 'reason' | 'orderedBy'
> &
  Readonly<{ at: string }>;

type RefundOrdered = Extract<PaymentEvent, { type: 'PaymentRefundOrdered' }>;

/** All money of one booking: each posting, and what every account has of it, in cents. */
export type LedgerOfBooking = Readonly<{
  bookingId: string;
  courtId: string;
  hostId: string;
  playerId: string;
  postings: readonly Posting[];
  balances: Balances;
  byHand: readonly ByHand[];
}>;

/** The double-entry ledger, by the id of the booking: whatever moved, in the order in which it was noted. */
export const ledger = defineProjection<LedgerOfBooking, MoneyEvent | RefundOrdered>({
  name: 'ledger',
  version: 2,
  indexes: [],
  handles: [...moneyEvents, 'PaymentRefundOrdered'],
  key: ({ data }) => data.bookingId,
  evolve(document, event) {
    const { bookingId, courtId, hostId, playerId } = event.data;
    const known = document ?? {
      bookingId,
      courtId,
      hostId,
      playerId,
      postings: [],
      balances: nothing,
      byHand: [],
    };
    if (event.type === 'PaymentRefundOrdered') {
      const {
        amountCents,
        hostCents,
        platformCents,
        reason,
        orderedBy,
        orderedAt: at,
      } = event.data;
      return {
        ...known,
        byHand: [...known.byHand, { amountCents, hostCents, platformCents, reason, orderedBy, at }],
      };
    }
    const posting = { type: event.type, at: movedAt(event), entries: entriesOf(event) };
    return {
      ...known,
      postings: [...known.postings, posting],
      balances: plus(known.balances, posting.entries),
    };
  },
  audience: ({ playerId }) => [playerId],
  people: ({ byHand }) => byHand.map(({ orderedBy }) => orderedBy),
});
