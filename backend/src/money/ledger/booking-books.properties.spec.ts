import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  created,
  disputeClosed,
  freeCancellation,
  lateCancellation,
  paymentAuthorised,
  paymentCaptured,
  paymentDisputed,
  paymentRefunded,
  payoutReversed,
  payoutTransferred,
  settledOtherwise,
  playedBooking,
  refundOrdered,
} from '../../../testing/paid-booking.js';
import { journalAfter, amountsOf, balancesAfter } from '../../../testing/journal.js';
import { imbalanceOf } from './accounts.js';

const [requested, authorised, approved, completed] = playedBooking;
const cancelledLate = lateCancellation.at(-1)!;
const cancelledFree = freeCancellation.at(-1)!;
const charged = [requested, created, paymentAuthorised, authorised, approved, paymentCaptured];

/**
 * The cents that an event adds to Courtly's balance at Stripe, computed without the journal's fold.
 */
const cashOf = ({ type, data }: Readonly<{ type: string; data: unknown }>): number => {
  const cents = data as Readonly<Record<string, number>>;
  switch (type) {
    case 'PaymentCaptured':
      return cents['amountCents']! - cents['processorFeeCents']!;
    case 'PaymentRefunded':
    case 'PayoutTransferred':
      return -cents['amountCents']!;
    case 'PaymentDisputed':
      return -cents['amountCents']! - cents['feeCents']!;
    case 'PaymentDisputeClosed':
      return cents['returnedCents']! + cents['returnedFeeCents']!;
    case 'PaymentRefundFailed':
    case 'PayoutReversed':
      return cents['amountCents']!;
    case 'PaymentFeeRecorded':
      return -cents['changeCents']!;
    default:
      return 0;
  }
};

const amount = fc.integer({ min: 1, max: 33_000 });
const dispute = (cents: number, disputeId: string) => ({
  ...paymentDisputed(cents),
  data: { ...paymentDisputed(cents).data, disputeId },
});
const disputeEnd = (cents: number, disputeId: string) => ({
  ...disputeClosed('won'),
  data: { ...disputeClosed('won').data, disputeId, returnedCents: cents, returnedFeeCents: 0 },
});
/**
 * Money movements whose ids are their indexes. A transfer may be reversed, and a disputed amount
 * returned.
 */
const movement = fc
  .tuple(
    fc.constantFrom('refund', 'host bears', 'platform bears', 'outside', 'dispute', 'payout'),
    amount,
  )
  .chain(([kind, cents]) => fc.tuple(fc.constant(kind), fc.constant(cents), fc.nat(cents)));

const movementEvents = (
  [kind, cents, returnedCents]: readonly [string, number, number],
  index: number,
): object[] => {
  switch (kind) {
    case 'refund':
      return [paymentRefunded(cents, `re_${index}`)];
    case 'host bears':
      return [refundOrdered({ hostCents: cents })];
    case 'platform bears':
      return [refundOrdered({ platformCents: cents })];
    case 'outside':
      return [settledOtherwise(returnedCents % 2 ? 'refund' : 'charge', cents)];
    case 'dispute':
      return [dispute(cents, `du_${index}`), disputeEnd(returnedCents, `du_${index}`)];
    default: {
      const reversal = payoutReversed(returnedCents, `trr_${index}`);
      return [
        payoutTransferred(cents, `tr_${index}`),
        { ...reversal, data: { ...reversal.data, transferId: `tr_${index}` } },
      ];
    }
  }
};

/** The booking ends at some point, and money moves in any order before and after it. */
const histories = fc
  .record({
    ending: fc.constantFrom(completed, cancelledLate, cancelledFree),
    isCharged: fc.boolean(),
    movements: fc.array(movement, { maxLength: 8 }),
    endsAfter: fc.nat(16),
  })
  .map(({ ending, isCharged, movements, endsAfter }): object[] => {
    const moved = movements.flatMap(movementEvents);
    return [
      ...(isCharged ? charged : charged.slice(0, 5)),
      ...moved.slice(0, endsAfter),
      ending,
      ...moved.slice(endsAfter),
    ];
  });

describe('the books after any history', () => {
  it('balance in every entry', () =>
    fc.assert(
      fc.property(histories, (history) => {
        for (const entry of journalAfter(...history)?.entries ?? [])
          expect(imbalanceOf(amountsOf(entry))).toBe(0);
      }),
    ));

  it('equal the movements at Stripe', () =>
    fc.assert(
      fc.property(histories, (history) => {
        const movedCents = (history as { type: string; data: object }[]).reduce(
          (sum, event) => sum + cashOf(event),
          0,
        );
        expect(balancesAfter(...history).stripeCash ?? 0).toBe(movedCents);
      }),
    ));

  it('keep the sign of each account and earn the agreed commission', () =>
    fc.assert(
      fc.property(histories, (history) => {
        const balances = balancesAfter(...history);
        const { playersReceivable = 0, hostsReceivable = 0, disputedFunds = 0 } = balances;
        const { refundsPayable = 0, hostsPayable = 0, heldPayments = 0 } = balances;
        for (const asset of [playersReceivable, hostsReceivable, disputedFunds])
          expect(asset).toBeGreaterThanOrEqual(0);
        for (const liability of [refundsPayable, hostsPayable])
          expect(liability).toBeLessThanOrEqual(0);
        expect(heldPayments).toBe(0);
        const commission = history.includes(completed)
          ? 3_300
          : history.includes(cancelledLate)
            ? 1_650
            : 0;
        expect(0 - (balances.commission ?? 0)).toBe(commission);
      }),
    ));

  it('never change an earlier entry', () =>
    fc.assert(
      fc.property(histories, fc.nat(14), (history, length) => {
        const earlier = journalAfter(...history.slice(0, length))?.entries ?? [];
        expect((journalAfter(...history)?.entries ?? []).slice(0, earlier.length)).toEqual(earlier);
      }),
    ));
});
