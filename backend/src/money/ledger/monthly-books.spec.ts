import { describe, expect, it } from '@jest/globals';
import { type Amounts, addAmounts, imbalanceOf } from './accounts.js';
import type { ClosedPeriod } from './accounting-periods.projection.js';
import { type JournalSum, monthView, monthlyBooks } from './monthly-books.js';
import { linesOf } from './accounts.js';

const sums = (month: string, eventType: string, amounts: Amounts): JournalSum[] =>
  linesOf(amounts).map(({ account, amountCents }) => ({
    _id: { month, account, eventType },
    amountCents,
  }));
const charge: Amounts = { stripeCash: 32_013, stripeFees: 987, heldPayments: -33_000 };
const completion: Amounts = { heldPayments: 33_000, hostsPayable: -29_700, commission: -3_300 };
const marchSums = sums('2027-03', 'PaymentCaptured', charge);
const aprilSums = sums('2027-04', 'BookingCompleted', completion);
const closedMarch = (balances: Amounts): ClosedPeriod => ({
  eventId: 'event-1',
  month: '2027-03',
  balances: linesOf(balances),
  closedBy: 'ada',
  closedAt: '2027-04-02T09:00:00.000Z',
});

describe("the months of Courtly's books", () => {
  it('separate amounts that are held, earned, and owed', () => {
    const [march, april] = monthlyBooks([...marchSums, ...aprilSums], [], '2027-04').map(monthView);
    expect(march).toMatchObject({
      month: '2027-03',
      closedAt: null,
      earned: { commission: '0.00', fees: '9.87', net: '-9.87' },
      cards: { charged: '330.00', refunded: '0.00' },
      balances: { held: '330.00', owedToHosts: '0.00', stripeCash: '320.13' },
    });
    expect(april).toMatchObject({
      earned: { commission: '33.00', fees: '0.00', net: '33.00' },
      cards: { charged: '0.00' },
      balances: { held: '0.00', owedToHosts: '297.00', stripeCash: '320.13' },
      corrections: '0.00',
    });
  });

  it('show the fees of charges that free cancellations returned', () => {
    const moved: Amounts = { stripeFees: -987, canceledFees: 987 };
    const [march, april] = monthlyBooks(
      [...marchSums, ...sums('2027-04', 'BookingCancelled', moved)],
      [],
      '2027-04',
    ).map(monthView);
    expect(march!.earned).toMatchObject({ fees: '9.87', canceledFees: '0.00' });
    expect(april!.earned).toMatchObject({ fees: '0.00', canceledFees: '9.87', net: '0.00' });
  });

  it("show refunds to cards and Courtly's part of them", () => {
    const refund = { stripeCash: -1_000, refunds: 1_000 };
    const [month] = monthlyBooks(sums('2027-03', 'PaymentRefunded', refund), [], '2027-03');
    expect(monthView(month!)).toMatchObject({
      earned: { refunds: '10.00', net: '-10.00' },
      cards: { refunded: '10.00' },
    });
  });

  it('show charges and refunds of memberships, and no disputes among the refunds', () => {
    const reversed = (reversal: 'refund' | 'dispute', cents: number): JournalSum => ({
      _id: { month: '2027-03', account: 'stripeCash', eventType: 'EliteReversed', reversal },
      amountCents: -cents,
    });
    const wrongCharge = { stripeCash: 4_825, stripeFees: 175, refundsPayable: -5_000 };
    const [month] = monthlyBooks(
      [
        ...sums('2027-03', 'EliteMismatchCharged', wrongCharge),
        reversed('refund', 2_000),
        reversed('dispute', 3_000),
      ],
      [],
      '2027-03',
    );
    expect(monthView(month!).cards).toEqual({ charged: '50.00', refunded: '20.00' });
  });

  it('include months without entries', () =>
    expect(
      monthlyBooks(marchSums, [], '2027-06').map(({ month, balances }) => [
        month,
        balances.stripeCash,
      ]),
    ).toEqual([
      ['2027-03', 32_013],
      ['2027-04', 32_013],
      ['2027-05', 32_013],
      ['2027-06', 32_013],
    ]));

  it('keep a closed month and correct it in the first open one', () => {
    // The month was closed under rules that booked the whole charge as commission.
    const former: Amounts = { stripeCash: 32_013, stripeFees: 987, commission: -33_000 };
    const [march, april] = monthlyBooks(
      [...marchSums, ...aprilSums],
      [closedMarch(former)],
      '2027-04',
    );
    expect(monthView(march!)).toMatchObject({
      closedAt: '2027-04-02T09:00:00.000Z',
      earned: { commission: '330.00' },
      balances: { held: '0.00' },
    });
    expect(april).toMatchObject({
      correction: { heldPayments: -33_000, commission: 33_000 },
      correctedBy: { eventId: 'event-1' },
    });
    expect(monthView(april!)).toMatchObject({
      earned: { commission: '-297.00' },
      corrections: '-330.00',
    });
  });

  it('balance, and the changes of all months add up to the last balances', () => {
    const books = monthlyBooks([...marchSums, ...aprilSums], [closedMarch(charge)], '2027-05');
    for (const { change, balances } of books)
      expect([imbalanceOf(change), imbalanceOf(balances)]).toEqual([0, 0]);
    expect(books.map(({ change }) => change).reduce(addAmounts, {})).toEqual(
      books.at(-1)!.balances,
    );
  });
});
