import { defineProjection } from '../projections/projection.js';
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

/** All money of one booking: each posting, and what every account has of it, in cents. */
export type LedgerOfBooking = Readonly<{
  bookingId: string;
  courtId: string;
  hostId: string;
  playerId: string;
  postings: readonly Posting[];
  balances: Balances;
}>;

/** The double-entry ledger, by the id of the booking: whatever moved, in the order in which it was noted. */
export const ledger = defineProjection<LedgerOfBooking, MoneyEvent>({
  name: 'ledger',
  version: 1,
  indexes: [],
  handles: moneyEvents,
  key: ({ data }) => data.bookingId,
  evolve(document, event) {
    const { bookingId, courtId, hostId, playerId } = event.data;
    const known = document ?? { bookingId, courtId, hostId, playerId, postings: [], balances: nothing };
    const posting = { type: event.type, at: movedAt(event), entries: entriesOf(event) };
    return {
      ...known,
      postings: [...known.postings, posting],
      balances: plus(known.balances, posting.entries),
    };
  },
  audience: ({ playerId }) => [playerId],
});
