import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foundingActivated, monthlyActivated } from '../../../testing/membership.js';
import {
  created,
  disputeClosed,
  freeCancellation,
  lateCancellation,
  paidBooking,
  paymentAuthorised,
  paymentCaptured,
  paymentDisputed,
  paymentRefundFailed,
  paymentRefunded,
  payoutOffset,
  payoutRecovered,
  payoutReversed,
  payoutAdjusted,
  payoutTransferred,
  settledOtherwise,
  playedBooking,
  refundOrdered,
} from '../../../testing/paid-booking.js';
import { bookingRequested } from '../../../testing/court-day.js';
import { fold, inStream } from '../../../testing/projection.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { type Amounts, addAmounts, imbalanceOf } from './accounts.js';
import { type JournalDocument, journal } from './journal.projection.js';

type JournalEvent = Parameters<typeof journal.key>[0];
const log = (...events: readonly unknown[]): RecordedEvent<JournalEvent>[] =>
  inStream('log-all', ...(events as JournalEvent[]));
const journalAfter = (...events: readonly unknown[]): JournalDocument | undefined =>
  [...fold(journal, ...log(...events)).values()][0];
const amountsOf = ({ lines }: JournalDocument['entries'][number]): Amounts =>
  Object.fromEntries(lines.map(({ account, amountCents }) => [account, amountCents]));
const sumOf = (entries: JournalDocument['entries']): Amounts =>
  entries.map(amountsOf).reduce(addAmounts, {});
const balancesAfter = (...events: readonly unknown[]): Amounts =>
  sumOf(journalAfter(...events)?.entries ?? []);

const [requested, authorised, approved, completed] = playedBooking;
const cancelledLate = lateCancellation.at(-1)!;
const cancelledFree = freeCancellation.at(-1)!;
const charged = [requested, created, paymentAuthorised, authorised, approved, paymentCaptured];
const feeRecorded = {
  type: 'PaymentFeeRecorded',
  data: {
    ...paidBooking,
    chargeId: 'ch_1',
    processorFeeCents: 1_187,
    changeCents: 200,
    recordedAt: '2027-03-12T10:00:00.000Z',
  },
} satisfies PaymentEvent;
describe('the books of a booking', () => {
  it.each<[string, readonly unknown[], Amounts]>([
    ['an authorized card', charged.slice(0, 3), {}],
    [
      'a charge that is held until the hour is played',
      charged,
      { stripeCash: 32_013, heldPayments: -33_000, stripeFees: 987 },
    ],
    [
      'a played hour, which earns commission and is owed to the host',
      [...charged, completed],
      { stripeCash: 32_013, hostsPayable: -29_700, commission: -3_300, stripeFees: 987 },
    ],
    [
      'a paid host',
      [...charged, completed, payoutTransferred()],
      { stripeCash: 2_313, commission: -3_300, stripeFees: 987 },
    ],
    [
      'an amount that Courtly adds to the share, until it is paid',
      [...charged, completed, payoutAdjusted(3_000)],
      {
        stripeCash: 32_013,
        hostsPayable: -32_700,
        commission: -3_300,
        stripeFees: 987,
        payoutAdjustments: 3_000,
      },
    ],
    [
      'an amount that Courtly deducts from a paid share',
      [...charged, completed, payoutTransferred(), payoutAdjusted(-5_000)],
      {
        stripeCash: 2_313,
        hostsReceivable: 5_000,
        commission: -3_300,
        stripeFees: 987,
        payoutAdjustments: -5_000,
      },
    ],
    [
      'a refund in the dashboard, which Courtly bears',
      [
        ...charged,
        completed,
        paymentRefunded(5_000, 're_1', { source: 'dashboard' }),
        payoutTransferred(),
      ],
      { stripeCash: -2_687, commission: -3_300, refunds: 5_000, stripeFees: 987 },
    ],
    [
      'a manual refund that is due in addition to an equal refund in the dashboard',
      [
        ...charged,
        completed,
        paymentRefunded(5_000, 're_1', { source: 'dashboard' }),
        refundOrdered({ platformCents: 5_000 }),
        payoutTransferred(),
      ],
      {
        stripeCash: -2_687,
        refundsPayable: -5_000,
        commission: -3_300,
        refunds: 10_000,
        stripeFees: 987,
      },
    ],
    [
      'a free cancellation until the refund',
      [...charged, cancelledFree],
      { stripeCash: 32_013, refundsPayable: -33_000, stripeFees: 987 },
    ],
    [
      'a refunded free cancellation, which costs only the fee',
      [...charged, cancelledFree, paymentRefunded(33_000)],
      { stripeCash: -987, stripeFees: 987 },
    ],
    [
      'a refund that failed, which is due again',
      [...charged, cancelledFree, paymentRefunded(33_000), paymentRefundFailed(33_000)],
      { stripeCash: 32_013, refundsPayable: -33_000, stripeFees: 987 },
    ],
    [
      'a late cancellation with its refund and payout',
      [...charged, cancelledLate, paymentRefunded(16_500), payoutTransferred(14_850)],
      { stripeCash: 663, commission: -1_650, stripeFees: 987 },
    ],
    [
      'a played hour that is not charged yet',
      [requested, created, paymentAuthorised, authorised, approved, completed],
      { playersReceivable: 33_000, hostsPayable: -29_700, commission: -3_300 },
    ],
    [
      'a payout that repays the debt of another booking',
      [...charged, completed, payoutOffset(29_700)],
      { stripeCash: 32_013, hostsReceivable: -29_700, commission: -3_300, stripeFees: 987 },
    ],
    [
      'a debt that another booking repaid',
      [
        ...charged,
        completed,
        payoutTransferred(),
        paymentRefunded(33_000),
        payoutRecovered(29_700),
      ],
      {
        stripeCash: -30_687,
        hostsReceivable: 29_700,
        commission: -3_300,
        refunds: 3_300,
        stripeFees: 987,
      },
    ],
    [
      'a manual refund that Courtly bears, before and after it moves',
      [...charged, completed, refundOrdered({ platformCents: 1_000 })],
      {
        stripeCash: 32_013,
        refundsPayable: -1_000,
        hostsPayable: -29_700,
        commission: -3_300,
        refunds: 1_000,
        stripeFees: 987,
      },
    ],
    [
      'a manual refund that the host bears after the payout',
      [
        ...[...charged, completed, payoutTransferred()],
        ...[refundOrdered({ hostCents: 1_000 }), paymentRefunded(1_000)],
      ],
      { stripeCash: 1_313, hostsReceivable: 1_000, commission: -3_300, stripeFees: 987 },
    ],
    [
      "a refund in Stripe's dashboard, which reduces Courtly's part first",
      [...charged, completed, paymentRefunded(1_000)],
      {
        stripeCash: 31_013,
        hostsPayable: -29_700,
        commission: -3_300,
        refunds: 1_000,
        stripeFees: 987,
      },
    ],
    [
      'an open dispute after the payout',
      [...charged, completed, payoutTransferred(), paymentDisputed()],
      { stripeCash: -32_187, disputedFunds: 33_000, commission: -3_300, stripeFees: 2_487 },
    ],
    [
      'a lost dispute, for which the host owes the payout and Courtly bears the rest',
      [...charged, completed, payoutTransferred(), paymentDisputed(), disputeClosed('lost')],
      {
        stripeCash: -32_187,
        hostsReceivable: 29_700,
        commission: -3_300,
        stripeFees: 2_487,
        disputes: 3_300,
      },
    ],
    [
      'a lost dispute after the reversal',
      [
        ...[...charged, completed, payoutTransferred(), paymentDisputed()],
        ...[disputeClosed('lost'), payoutReversed(29_700)],
      ],
      { stripeCash: -2_487, commission: -3_300, stripeFees: 2_487, disputes: 3_300 },
    ],
    [
      'a free cancellation after a lost dispute, which the bank has refunded',
      [...charged, paymentDisputed(), disputeClosed('lost'), cancelledFree],
      { stripeCash: -2_487, stripeFees: 2_487 },
    ],
    [
      'a late cancellation after a lost dispute',
      [...charged, paymentDisputed(), disputeClosed('lost'), cancelledLate],
      { stripeCash: -2_487, commission: -1_650, stripeFees: 2_487, disputes: 1_650 },
    ],
    [
      'a dispute that was won',
      [...charged, completed, payoutTransferred(), paymentDisputed(), disputeClosed('won')],
      { stripeCash: 2_313, commission: -3_300, stripeFees: 987 },
    ],
    [
      'a Stripe fee that is reported late',
      [...charged, feeRecorded],
      { stripeCash: 31_813, heldPayments: -33_000, stripeFees: 1_187 },
    ],
    [
      'a debt that the player paid outside Stripe',
      [...charged.slice(0, 5), completed, settledOtherwise('charge', 33_000)],
      { bank: 33_000, hostsPayable: -29_700, commission: -3_300 },
    ],
    [
      'a debt that the player paid outside Stripe, and its payout',
      [
        ...charged.slice(0, 5),
        completed,
        settledOtherwise('charge', 33_000),
        payoutTransferred(29_700),
      ],
      { stripeCash: -29_700, bank: 33_000, commission: -3_300 },
    ],
    [
      'a waived debt, for which the host is owed nothing',
      [
        ...charged.slice(0, 5),
        completed,
        settledOtherwise('charge', 33_000, { outcome: 'waived' }),
      ],
      { commission: -3_300, refunds: 3_300 },
    ],
    [
      'a debt that was paid in part and then waived',
      [
        ...charged.slice(0, 5),
        completed,
        settledOtherwise('charge', 10_000, { leftCents: 23_000 }),
        settledOtherwise('charge', 23_000, { outcome: 'waived' }),
      ],
      { bank: 10_000, hostsPayable: -10_000, commission: -3_300, refunds: 3_300 },
    ],
    [
      'a debt that was paid in part and is still open',
      [
        ...charged.slice(0, 5),
        completed,
        settledOtherwise('charge', 10_000, { leftCents: 23_000 }),
      ],
      {
        bank: 10_000,
        playersReceivable: 23_000,
        hostsPayable: -29_700,
        commission: -3_300,
      },
    ],
    [
      'a manual refund of a debt that was paid in part and then waived',
      [
        ...charged.slice(0, 5),
        completed,
        settledOtherwise('charge', 10_000, { leftCents: 23_000 }),
        refundOrdered({ platformCents: 500 }),
        settledOtherwise('charge', 23_000, { outcome: 'waived' }),
        settledOtherwise('refund', 500),
      ],
      { bank: 9_500, hostsPayable: -10_000, commission: -3_300, refunds: 3_800 },
    ],
    [
      'a free cancellation of a booking that was paid outside Stripe',
      [...charged.slice(0, 5), settledOtherwise('charge', 33_000), cancelledFree],
      { bank: 33_000, refundsPayable: -33_000 },
    ],
    [
      'a refund that the player waived',
      [...charged, cancelledLate, settledOtherwise('refund', 16_500, { outcome: 'waived' })],
      {
        stripeCash: 32_013,
        hostsPayable: -14_850,
        commission: -1_650,
        refunds: -16_500,
        stripeFees: 987,
      },
    ],
    [
      'a refund that an admin paid outside Stripe',
      [...charged, cancelledFree, settledOtherwise('refund', 33_000)],
      { stripeCash: 32_013, bank: -33_000, stripeFees: 987 },
    ],
  ])('show %s', (_, events, balances) => expect(balancesAfter(...events)).toEqual(balances));

  it('ignore bookings that are not paid by card', () =>
    expect(journalAfter(bookingRequested({ payBy: null }), completed)).toBeUndefined());

  it('name the event of each entry and skip events that change nothing', () =>
    expect(
      journalAfter(...charged, completed)!.entries.map(({ eventType, eventId, month }) => [
        eventType,
        eventId,
        month,
      ]),
    ).toEqual([
      ['PaymentCaptured', 'log-all#5', '2027-03'],
      ['BookingCompleted', 'log-all#6', '2027-03'],
    ]));
});

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

describe('the books of a membership', () => {
  it('defer a founding year and earn it by elapsed time at the end of each month', () => {
    const { entries, reference } = journalAfter(foundingActivated())!;
    expect(reference).toBe('membership-ann');
    expect(amountsOf(entries[0]!)).toEqual({
      stripeCash: 19_293,
      deferredMemberships: -19_900,
      stripeFees: 607,
    });
    expect(entries.map(({ month }) => month)).toEqual([
      ...['2027-03', '2027-03', '2027-04', '2027-05', '2027-06', '2027-07', '2027-08'],
      ...['2027-09', '2027-10', '2027-11', '2027-12', '2028-01', '2028-02', '2028-03'],
    ]);
    expect(entries[1]!.at).toBe('2027-03-31T23:59:59.999Z');
    expect(sumOf(entries)).toEqual({
      stripeCash: 19_293,
      membershipRevenue: -19_900,
      stripeFees: 607,
    });
  });

  it('earn nothing before the payment is recorded', () => {
    const months = { from: '2027-01-05T12:00:00.000Z', until: '2027-02-05T12:00:00.000Z' };
    expect(journalAfter(monthlyActivated(months))!.entries.map(({ at }) => at)).toEqual(
      Array.from({ length: 3 }, () => '2027-03-10T12:00:00.000Z'),
    );
  });

  const NEXT_MONTHS_END = '2027-04-15T12:00:00.000Z';
  const reversal = (kind: 'refund' | 'dispute' | 'outside', amountCents: number) => ({
    type: 'EliteReversed',
    data: {
      userId: 'ann',
      plan: 'monthly',
      paidBy: 'in_1',
      founderNumber: null,
      kind,
      reversalId: `${kind}_1`,
      amountCents,
      processorFeeCents: kind === 'dispute' ? 1_500 : 0,
    },
  });
  const undone = (event: ReturnType<typeof reversal>) => ({
    ...event,
    type: 'EliteReversalUndone',
  });
  /**
   * A month that was paid on March 10 and lasts until April 15. Reversals are recorded at the same
   * instant.
   */
  const monthly = monthlyActivated({ until: NEXT_MONTHS_END });

  it('earn nothing more after a full refund', () => {
    const { entries } = journalAfter(monthly, reversal('refund', 10_000))!;
    for (const entry of entries) expect(imbalanceOf(amountsOf(entry))).toBe(0);
    expect(sumOf(entries)).toEqual({ stripeCash: -320, stripeFees: 320 });
  });

  it('book a partial refund and the fee of a dispute as expenses', () =>
    expect(balancesAfter(monthly, reversal('refund', 2_000), reversal('dispute', 7_000))).toEqual({
      stripeCash: -820,
      membershipRevenue: -10_000,
      refunds: 2_000,
      stripeFees: 1_820,
      disputes: 7_000,
    }));

  it('pay a refund outside Stripe from the bank', () =>
    expect(balancesAfter(monthly, reversal('outside', 2_000))).toEqual({
      ...balancesAfter(monthly),
      bank: -2_000,
      refunds: 2_000,
    }));

  it('defer the rest of the time again after a dispute is won', () => {
    const lost = reversal('dispute', 10_000);
    expect(balancesAfter(monthly, lost, undone(lost))).toEqual(balancesAfter(monthly));
  });

  it('defer the time once, even if a refunded payment is also disputed', () => {
    const [refund, dispute] = [reversal('refund', 10_000), reversal('dispute', 10_000)];
    const refunded = balancesAfter(monthly, refund);
    expect(balancesAfter(monthly, refund, dispute)).toEqual({
      stripeCash: -11_820,
      stripeFees: 1_820,
      disputes: 10_000,
    });
    expect(balancesAfter(monthly, refund, dispute, undone(dispute))).toEqual(refunded);
  });

  it('owe a payment with a wrong amount to the member until it is returned', () => {
    const wrong = {
      type: 'EliteMismatchCharged',
      data: {
        userId: 'ann',
        plan: 'founding',
        paidBy: 'in_1',
        amountCents: 5_000,
        currency: 'usd',
        processorFeeCents: 0,
        card: null,
        chargedAt: '2027-03-10T12:00:00.000Z',
      },
    };
    const fee = {
      type: 'EliteFeeRecorded',
      data: { userId: 'ann', plan: 'founding', paidBy: 'in_1', processorFeeCents: 175 },
    };
    const charged = balancesAfter(wrong, fee);
    expect(charged).toEqual({ stripeCash: 4_825, refundsPayable: -5_000, stripeFees: 175 });
    const [refund, dispute] = [reversal('refund', 5_000), reversal('dispute', 5_000)];
    const refunded = { stripeCash: -175, stripeFees: 175 };
    expect(balancesAfter(wrong, fee, refund)).toEqual(refunded);
    expect(balancesAfter(wrong, fee, refund, undone(refund))).toEqual(charged);
    expect(balancesAfter(wrong, fee, dispute)).toEqual({ stripeCash: -1_675, stripeFees: 1_675 });
    expect(balancesAfter(wrong, fee, dispute, undone(dispute))).toEqual(charged);
    expect(balancesAfter(wrong, fee, refund, dispute)).toEqual({
      stripeCash: -6_675,
      stripeFees: 1_675,
      disputes: 5_000,
    });
    const { entries } = journalAfter(wrong, fee, refund)!;
    expect(entries.map((entry) => entry.reversal)).toEqual([undefined, undefined, 'refund']);
  });

  it('omit a payment in another currency, along with its fee, refunds, and disputes', () => {
    const foreign = {
      type: 'EliteMismatchCharged',
      data: {
        userId: 'ann',
        plan: 'founding',
        paidBy: 'in_1',
        amountCents: 19_900,
        currency: 'eur',
        processorFeeCents: 607,
        card: null,
        chargedAt: '2027-03-10T12:00:00.000Z',
      },
    };
    const fee = {
      type: 'EliteFeeRecorded',
      data: { userId: 'ann', plan: 'founding', paidBy: 'in_1', processorFeeCents: 700 },
    };
    const refund = reversal('refund', 19_900);
    expect(
      balancesAfter(foreign, fee, refund, undone(refund), reversal('dispute', 19_900)),
    ).toEqual({});
  });

  it('record a fee that Stripe reports late', () => {
    const fee = {
      type: 'EliteFeeRecorded',
      data: { userId: 'ann', plan: 'monthly', paidBy: 'in_1', processorFeeCents: 420 },
    };
    expect(balancesAfter(monthly, fee)).toEqual({
      stripeCash: 9_580,
      membershipRevenue: -10_000,
      stripeFees: 420,
    });
  });

  it('earn every cent of any payment and period', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 1, max: 400 }),
        (amountCents, days) => {
          const from = '2027-03-10T12:00:00.000Z';
          const until = new Date(Date.parse(from) + days * 86_400_000).toISOString();
          const { entries } = journalAfter(
            monthlyActivated({ amountCents, processorFeeCents: 0, from, until }),
          )!;
          for (const entry of entries) expect(imbalanceOf(amountsOf(entry))).toBe(0);
          const { deferredMemberships = 0, membershipRevenue = 0 } = sumOf(entries);
          expect([deferredMemberships, 0 - membershipRevenue]).toEqual([0, amountCents]);
        },
      ),
    ));
});

it('a top-up moves cash from the bank to Stripe, and back if it is reversed', () => {
  const topUp = { topUpId: 'tu_1', amountCents: 100_000 };
  const toppedUp = {
    type: 'PlatformToppedUp',
    data: { ...topUp, toppedUpAt: '2027-03-15T00:00Z' },
  };
  const reversed = {
    type: 'PlatformTopUpReversed',
    data: { ...topUp, reversedAt: '2027-03-16T00:00Z' },
  };
  expect(balancesAfter(toppedUp)).toEqual({ stripeCash: 100_000, bank: -100_000 });
  expect(journalAfter(toppedUp)).toMatchObject({ reference: 'bank-tu_1' });
  expect(balancesAfter(toppedUp, reversed)).toEqual({});
});

describe('a movement that Stripe makes on its own', () => {
  const transaction = { transactionId: 'txn_1', transactionType: 'stripe_fee', amountCents: 250 };
  const at = '2027-03-15T00:00:00.000Z';
  const feeCharged = { type: 'PlatformFeeCharged', data: { ...transaction, chargedAt: at } };
  const reserveChanged = (amountCents: number) => ({
    type: 'PlatformReserveChanged',
    data: { ...transaction, amountCents, changedAt: at },
  });

  it('costs a fee', () => {
    expect(balancesAfter(feeCharged)).toEqual({ stripeCash: -250, stripeFees: 250 });
    expect(journalAfter(feeCharged)).toMatchObject({ reference: 'stripe-txn_1' });
  });

  it('sets cash aside and releases it', () => {
    expect(balancesAfter(reserveChanged(5_000))).toEqual({
      stripeCash: -5_000,
      stripeReserve: 5_000,
    });
    expect(balancesAfter(reserveChanged(5_000), reserveChanged(-5_000))).toEqual({});
  });
});

describe("a payout to Courtly's bank", () => {
  const payout = { payoutId: 'po_1', amountCents: 3_300 };
  const sent = { type: 'PlatformPayoutSent', data: { ...payout, sentAt: '2027-03-15T00:00:00Z' } };
  const returned = {
    type: 'PlatformPayoutReturned',
    data: { ...payout, failureCode: 'account_closed', returnedAt: '2027-03-16T00:00:00Z' },
  };

  it('moves cash from Stripe to the bank', () => {
    expect(balancesAfter(sent)).toEqual({ stripeCash: -3_300, bank: 3_300 });
    expect(journalAfter(sent)).toMatchObject({ reference: 'bank-po_1' });
  });

  it('moves it back if the bank returns it', () =>
    expect(balancesAfter(sent, returned)).toEqual({}));
});

it('a tax payment moves cash from the bank to the city on the day that it is made', () => {
  const paid = {
    type: 'TaxPaymentRecorded',
    data: {
      paymentId: 'payment-1',
      city: 'Austin',
      month: '2027-03',
      amountCents: 2_640,
      paidOn: '2027-04-15',
      note: 'Confirmation 4711',
      recordedBy: 'ada',
      recordedAt: '2027-04-16T09:00:00.000Z',
    },
  };
  expect(balancesAfter(paid)).toEqual({ bank: -2_640, taxPayable: 2_640 });
  expect(journalAfter(paid)).toMatchObject({
    reference: 'tax-payment-1',
    entries: [{ at: '2027-04-15T00:00:00.000Z', month: '2027-04' }],
  });
});

describe('the books of a taxed booking', () => {
  const tax = { city: 'Austin', name: 'Sales tax', rate: 800 };
  const taxedAs = (included: boolean, totalCents: number, taxCents: number) =>
    [requested, created, paymentAuthorised, authorised, approved, paymentCaptured].map(
      ({ type, data }) => ({
        type,
        data: {
          ...data,
          totalCents,
          ...(type === 'PaymentCaptured' && { amountCents: totalCents }),
          ...(type === 'BookingRequested' && {
            taxCents,
            terms: { ...data.terms, tax: { ...tax, included } },
          }),
        },
      }),
    );
  const added = taxedAs(false, 35_640, 2_640);
  const taxEntries = (...events: readonly unknown[]) =>
    journalAfter(...events)!.entries.flatMap(({ tax: taxOfEntry }) => taxOfEntry ?? []);

  it.each([
    ['added', added, 2_640, 3_300],
    ['included', taxedAs(true, 33_000, 2_444), 2_444, 856],
  ] as const)('owe an %s tax once the hour is played', (_, charges, taxCents, commissionCents) => {
    expect(balancesAfter(...charges).taxPayable).toBeUndefined();
    expect(balancesAfter(...charges, completed)).toMatchObject({
      taxPayable: -taxCents,
      hostsPayable: -29_700,
      commission: -commissionCents,
    });
    expect(taxEntries(...charges, completed)).toEqual([
      { taxableCents: 33_000 - (charges === added ? 0 : 2_444), taxCents },
    ]);
  });

  it('owe half of the tax after a late cancellation, and none after a free one', () => {
    const settled = { totalCents: 35_640, refundCents: 17_820, taxCents: 1_320 };
    const late = { ...cancelledLate, data: { ...cancelledLate.data, ...settled } };
    expect(balancesAfter(...added, late)).toMatchObject({
      taxPayable: -1_320,
      hostsPayable: -14_850,
      commission: -1_650,
      refundsPayable: -17_820,
    });
    const full = { totalCents: 35_640, refundCents: 35_640 };
    const free = { ...cancelledFree, data: { ...cancelledFree.data, ...full } };
    expect(balancesAfter(...added, free).taxPayable).toBeUndefined();
    expect(taxEntries(...added, free)).toEqual([]);
  });

  it('return the tax of a manual refund, which costs neither the host nor Courtly', () => {
    const order = refundOrdered({ hostCents: 4_630, platformCents: 370 });
    const balances = balancesAfter(...added, completed, order);
    expect(balances).toMatchObject({ taxPayable: -2_270, hostsPayable: -25_070 });
    expect(balances.refunds).toBeUndefined();
    expect(taxEntries(...added, completed, order)).toEqual([
      { taxableCents: 33_000, taxCents: 2_640 },
      { taxableCents: -4_630, taxCents: -370 },
    ]);
  });
});
