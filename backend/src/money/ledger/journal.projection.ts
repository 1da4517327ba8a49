import { defineProjection } from '../../platform/projections/projection.js';
import type { PlatformPayoutEvent } from '../payouts/platform-payout.events.js';
import type { PlatformTopUpEvent } from '../payouts/platform-top-up.events.js';
import type { PlatformTransactionEvent } from '../payouts/platform-transaction.events.js';
import { paymentStateTypes } from '../payments/payment.events.js';
import type { TaxPaymentEvent } from './tax-payment.events.js';
import { type Amounts, type JournalLine, linesOf, subtractAmounts } from './accounts.js';
import {
  type BookedEvent,
  type BookingBooks,
  balancesOf,
  evolveBooks,
  taxOfBooks,
} from './booking-books.js';
import {
  type MemberEvent,
  type MemberPayments,
  evolveMember,
  memberEventTypes,
  membershipEntries,
} from './membership-books.js';

/** An entry and the event that explains it. The lines add up to zero. */
export type JournalEntry = Readonly<{
  eventId: string;
  eventType: string;
  /** When the event was recorded (UTC), when the amount is earned, or the day of a tax payment. */
  at: string;
  /** The UTC month of `at`, such as `2027-03`. */
  month: string;
  lines: readonly JournalLine[];
  /** For bookings with a tax: the change in the tax and in the taxable amount. */
  tax?: Readonly<{ taxableCents: number; taxCents: number }>;
  /** The kind of a membership's reversal. */
  reversal?: 'refund' | 'dispute' | 'outside';
}>;

/**
 * The entries of one booking, of one member's payments, of a payout to the bank, of a top-up, of a
 * fee or reserve of Stripe, or of a tax payment, by `reference`.
 */
export type JournalDocument = Readonly<{
  reference: string;
  books: BookingBooks | null;
  payments: MemberPayments;
  entries: readonly JournalEntry[];
}>;

type BankEvent = PlatformPayoutEvent | PlatformTopUpEvent;
type PlatformEvent = BankEvent | PlatformTransactionEvent;
type JournalEvent = BookedEvent | MemberEvent | PlatformEvent | TaxPaymentEvent;

const isMemberEvent = (event: JournalEvent): event is MemberEvent => event.type.startsWith('Elite');

const isPlatformEvent = (event: JournalEvent): event is PlatformEvent =>
  event.type.startsWith('Platform');

const referenceOf = (event: JournalEvent): string => {
  if (isMemberEvent(event)) return `membership-${event.data.userId}`;
  if (event.type === 'TaxPaymentRecorded') return `tax-${event.data.paymentId}`;
  if (!isPlatformEvent(event)) return event.data.bookingId;
  if ('transactionId' in event.data) return `stripe-${event.data.transactionId}`;
  return `bank-${'topUpId' in event.data ? event.data.topUpId : event.data.payoutId}`;
};

/**
 * A payout moves cash from Stripe to the bank, and a top-up moves it from the bank to Stripe.
 * Stripe deducts its fees and reserves from the cash.
 */
const platformAmounts = ({ type, data: { amountCents } }: PlatformEvent): Amounts => {
  if (type === 'PlatformFeeCharged')
    return { stripeCash: 0 - amountCents, stripeFees: amountCents };
  if (type === 'PlatformReserveChanged')
    return { stripeCash: 0 - amountCents, stripeReserve: amountCents };
  const isToBank = type === 'PlatformPayoutSent' || type === 'PlatformTopUpReversed';
  const toBankCents = isToBank ? amountCents : -amountCents;
  return { stripeCash: -toBankCents, bank: toBankCents };
};

const taxChange = (
  before: BookingBooks | null,
  after: BookingBooks,
): JournalEntry['tax'] | null => {
  const [taxBefore, taxAfter] = [before && taxOfBooks(before), taxOfBooks(after)];
  const taxableCents = taxAfter.taxableCents - (taxBefore?.taxableCents ?? 0);
  const taxCents = taxAfter.taxCents - (taxBefore?.taxCents ?? 0);
  return after.terms.tax && (taxableCents !== 0 || taxCents !== 0)
    ? { taxableCents, taxCents }
    : null;
};

/**
 * The journal of Courtly's books. An entry is the change that its event makes to the balances, so
 * it always balances. Past entries never change: a correction belongs to the month when it is made.
 */
export const journal = defineProjection<JournalDocument, JournalEvent>({
  name: 'journal',
  version: 22,
  indexes: [{ 'entries.month': 1 }, { 'books.terms.tax.city': 1, 'entries.month': 1 }],
  handles: [
    ...(['BookingRequested', 'BookingApproved', 'BookingCancelled', 'BookingCompleted'] as const),
    ...paymentStateTypes,
    ...(['PayoutTransferred', 'PayoutReversed', 'PayoutRefused'] as const),
    ...(['PayoutOffset', 'PayoutRecovered', 'PayoutAdjusted'] as const),
    ...memberEventTypes,
    ...(['PlatformPayoutSent', 'PlatformPayoutReturned'] as const),
    ...(['PlatformToppedUp', 'PlatformTopUpReversed', 'TaxPaymentRecorded'] as const),
    ...(['PlatformFeeCharged', 'PlatformReserveChanged'] as const),
  ],
  key: referenceOf,
  evolve(document, event) {
    const { id: eventId, type: eventType } = event;
    const entryOf = (at: string, amounts: Amounts): JournalEntry => ({
      eventId,
      eventType,
      at,
      month: at.slice(0, 7),
      lines: linesOf(amounts),
    });
    const recordedAt = event.metadata.at;
    const entries = document?.entries ?? [];
    const payments = document?.payments ?? {};
    if (isMemberEvent(event)) {
      const newEntries = membershipEntries(payments, event, recordedAt)
        .map(({ at, amounts }) => ({
          ...entryOf(at, amounts),
          ...('kind' in event.data && { reversal: event.data.kind }),
        }))
        .filter(({ lines }) => lines.length > 0);
      return {
        reference: referenceOf(event),
        books: null,
        payments: evolveMember(payments, event),
        entries: [...entries, ...newEntries],
      };
    }
    if (isPlatformEvent(event))
      return {
        reference: referenceOf(event),
        books: null,
        payments,
        entries: [...entries, entryOf(recordedAt, platformAmounts(event))],
      };
    if (event.type === 'TaxPaymentRecorded') {
      const { amountCents, paidOn } = event.data;
      const entry = entryOf(`${paidOn}T00:00:00.000Z`, {
        taxPayable: amountCents,
        bank: -amountCents,
      });
      return { reference: referenceOf(event), books: null, payments, entries: [...entries, entry] };
    }
    const books = evolveBooks(document?.books ?? null, event);
    if (!books) return document;
    const change = subtractAmounts(
      balancesOf(books),
      document?.books ? balancesOf(document.books) : {},
    );
    const tax = taxChange(document?.books ?? null, books);
    const entry = { ...entryOf(recordedAt, change), ...(tax && { tax }) };
    const newEntries = Object.keys(change).length > 0 ? [entry] : [];
    return { reference: referenceOf(event), books, payments, entries: [...entries, ...newEntries] };
  },
  audience: () => [],
});
