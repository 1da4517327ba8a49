import { type PaymentEvent, wrongCurrencyOf } from '../payments/payment.events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import {
  type AccountBalances,
  type LedgerEntry,
  type MoneyEvent,
  entriesOf,
  moneyEvents,
  movedAt,
  zeroBalances,
  addEntries,
} from './entries.js';

/** `eventId` is the event that explains the entries. Only disputes have a `disputeId`. */
export type Posting = Readonly<{
  eventId: string;
  type: MoneyEvent['type'];
  at: string;
  entries: readonly LedgerEntry[];
  disputeId?: string;
}>;

/** A refund ordered by an admin, in cents. Its money moves with a later refund event. */
export type ManualRefund = Pick<
  RefundOrdered['data'],
  'amountCents' | 'hostCents' | 'platformCents' | 'reason' | 'orderedBy'
> &
  Readonly<{ at: string }>;

type RefundOrdered = Extract<PaymentEvent, { type: 'PaymentRefundOrdered' }>;

/** All postings of one booking and the balance of each account, in cents. */
export type BookingLedger = Readonly<{
  bookingId: string;
  courtId: string;
  hostId: string;
  playerId: string;
  postings: readonly Posting[];
  balances: AccountBalances;
  byHand: readonly ManualRefund[];
}>;

/** The double-entry ledger by booking id. Postings are in the order of their events. */
export const ledger = defineProjection<BookingLedger, MoneyEvent | RefundOrdered>({
  name: 'ledger',
  version: 9,
  indexes: [],
  handles: [...moneyEvents, 'PaymentRefundOrdered'],
  key: ({ data }) => data.bookingId,
  evolve(document, moneyEvent) {
    const { bookingId, courtId, hostId, playerId } = moneyEvent.data;
    const bookingLedger = document ?? {
      bookingId,
      courtId,
      hostId,
      playerId,
      postings: [],
      balances: zeroBalances,
      byHand: [],
    };
    if (moneyEvent.type === 'PaymentRefundOrdered') {
      const {
        amountCents,
        hostCents,
        platformCents,
        reason,
        orderedBy,
        orderedAt: at,
      } = moneyEvent.data;
      return {
        ...bookingLedger,
        byHand: [
          ...bookingLedger.byHand,
          { amountCents, hostCents, platformCents, reason, orderedBy, at },
        ],
      };
    }
    const posting = {
      eventId: moneyEvent.id,
      type: moneyEvent.type,
      at: movedAt(moneyEvent),
      entries: entriesOf(moneyEvent),
      ...('disputeId' in moneyEvent.data && { disputeId: moneyEvent.data.disputeId }),
    };
    // A waived amount moves no money, and another currency has no entries.
    const canBeEmpty =
      moneyEvent.type === 'PaymentSettledOtherwise' ||
      moneyEvent.type === 'PaymentMismatchCharged' ||
      wrongCurrencyOf(moneyEvent) !== null;
    if (canBeEmpty && posting.entries.length === 0) return document;
    return {
      ...bookingLedger,
      postings: [...bookingLedger.postings, posting],
      balances: addEntries(bookingLedger.balances, posting.entries),
    };
  },
  audience: ({ playerId }) => [playerId],
  people: ({ byHand }) => byHand.map(({ orderedBy }) => orderedBy),
});
