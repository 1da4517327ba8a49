import { describe, expect, it } from '@jest/globals';
import {
  created,
  disputeClosed,
  freeCancellation,
  lateCancellation,
  paidBooking,
  paymentAuthorised,
  paymentCaptured,
  paymentDisputed,
  paymentMismatched,
  paymentRefundFailed,
  paymentRefunded,
  paymentReleased,
  ofWrongCharge,
  payoutOffset,
  payoutRecovered,
  payoutReversed,
  payoutAdjusted,
  payoutTransferred,
  settledOtherwise,
  playedBooking,
  refundOrdered,
  wronglyCharged,
} from '../../../testing/paid-booking.js';
import { bookingRequested } from '../../../testing/court-day.js';
import { journalAfter, balancesAfter } from '../../../testing/journal.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import type { Amounts } from './accounts.js';

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
      { stripeCash: 32_013, refundsPayable: -33_000, canceledFees: 987 },
    ],
    [
      'a refunded free cancellation, which costs only the fee',
      [...charged, cancelledFree, paymentRefunded(33_000)],
      { stripeCash: -987, canceledFees: 987 },
    ],
    [
      'a refund that failed, which is due again',
      [...charged, cancelledFree, paymentRefunded(33_000), paymentRefundFailed(33_000)],
      { stripeCash: 32_013, refundsPayable: -33_000, canceledFees: 987 },
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
      { stripeCash: -2_487, stripeFees: 1_500, canceledFees: 987 },
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
      { stripeCash: 32_013, bank: -33_000, canceledFees: 987 },
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

describe('the books of a charge that differs from the price', () => {
  const wrong = [requested, created, paymentMismatched, wronglyCharged()];
  const returned = [...wrong, ofWrongCharge(paymentRefunded(10_000)), paymentReleased];

  it.each<[string, readonly unknown[], Amounts]>([
    [
      'owe it to the player',
      wrong,
      { stripeCash: 9_680, refundsPayable: -10_000, stripeFees: 320 },
    ],
    ['keep its fee after the refund', returned, { stripeCash: -320, stripeFees: 320 }],
    [
      'owe it again if the bank returns the refund',
      [...returned, ofWrongCharge(paymentRefundFailed(10_000))],
      { stripeCash: 9_680, refundsPayable: -10_000, stripeFees: 320 },
    ],
    [
      'still owe it during a dispute, which the player can lose',
      [...wrong, ofWrongCharge(paymentDisputed(10_000, 1_500))],
      {
        stripeCash: -1_820,
        disputedFunds: 10_000,
        refundsPayable: -10_000,
        stripeFees: 1_820,
      },
    ],
    [
      'owe nothing after a lost dispute',
      [
        ...wrong,
        ofWrongCharge(paymentDisputed(10_000, 1_500)),
        ofWrongCharge(disputeClosed('lost', 10_000)),
      ],
      { stripeCash: -1_820, stripeFees: 1_820 },
    ],
    [
      'lose what is refunded and lost in a dispute',
      [
        ...returned,
        ofWrongCharge(paymentDisputed(10_000, 1_500)),
        ofWrongCharge(disputeClosed('lost', 10_000)),
      ],
      { stripeCash: -11_820, stripeFees: 1_820, disputes: 10_000 },
    ],
    [
      'show what an admin paid outside Stripe',
      [...wrong, ofWrongCharge(settledOtherwise('refund', 10_000))],
      { stripeCash: 9_680, bank: -10_000, stripeFees: 320 },
    ],
    [
      'keep what the player waived',
      [...wrong, ofWrongCharge(settledOtherwise('refund', 10_000, { outcome: 'waived' }))],
      { stripeCash: 9_680, refunds: -10_000, stripeFees: 320 },
    ],
    [
      'exclude other currencies',
      [...wrong.slice(0, 3), wronglyCharged('eur'), ofWrongCharge(paymentRefunded(4_000), 'eur')],
      {},
    ],
    [
      'stay apart from an hour that is paid outside Stripe',
      [...returned, authorised, approved, completed, settledOtherwise('charge', 33_000)],
      {
        stripeCash: -320,
        bank: 33_000,
        hostsPayable: -29_700,
        commission: -3_300,
        stripeFees: 320,
      },
    ],
  ])('%s', (_, events, balances) => expect(balancesAfter(...events)).toEqual(balances));
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
