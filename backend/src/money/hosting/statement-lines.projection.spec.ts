import { describe, expect, it } from '@jest/globals';
import { reversalCauseTexts } from '@courtly/contracts/reversal-causes';
import {
  disputeClosed,
  paidBooking,
  paymentCaptured,
  paymentDisputed,
  paymentRefundFailed,
  paymentRefunded,
  payoutReversed,
  payoutAdjusted,
  payoutTransferred,
  refundOrdered,
  settledOtherwise,
} from '../../../testing/paid-booking.js';
import { fold, inStream } from '../../../testing/projection.js';
import { ledger } from '../ledger/ledger.projection.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { type StatementLineDocument, statementLines } from './statement-lines.projection.js';
import {
  type ListedLine,
  earningsByYear,
  statementCsvHeader,
  statementCsvRow,
  statementLineView,
} from './statement-view.js';

type StatementEvent = Parameters<typeof statementLines.key>[0];
const log = (...events: readonly unknown[]) => inStream('log-all', ...(events as StatementEvent[]));
const linesAfter = (...events: readonly unknown[]): StatementLineDocument[] => [
  ...fold(statementLines, ...log(...events)).values(),
];
/** The dispute was lost in June, months after the payout. */
const reversedInJune = {
  ...payoutReversed(29_700),
  data: { ...payoutReversed(29_700).data, reversedAt: '2027-06-02T10:00:00.000Z' },
};
const disputedInMay = {
  ...paymentDisputed(),
  data: { ...paymentDisputed().data, disputedAt: '2027-05-02T10:00:00.000Z' },
};
const lostAfterPayout = [
  paymentCaptured,
  payoutTransferred(),
  disputedInMay,
  disputeClosed('lost'),
  reversedInJune,
];

describe('the statement of a host', () => {
  it('keeps the payout of March and adds the reversal in June', () =>
    expect(
      linesAfter(...lostAfterPayout).map(({ kind, month, paidCents }) => [kind, month, paidCents]),
    ).toEqual([
      ['charge', '2027-03', 0],
      ['payout', '2027-03', 29_700],
      ['dispute', '2027-05', 0],
      ['reversal', '2027-06', -29_700],
    ]));

  it('never changes a line', () => {
    for (let eventCount = 1; eventCount < lostAfterPayout.length; eventCount++) {
      const earlier = linesAfter(...lostAfterPayout.slice(0, eventCount));
      expect(linesAfter(...lostAfterPayout).slice(0, earlier.length)).toEqual(earlier);
    }
  });

  it('dates a line by the calendar of the court', () => {
    const { data } = paymentCaptured as Extract<PaymentEvent, { type: 'PaymentCaptured' }>;
    const capturedAt = '2027-01-01T05:00:00.000Z';
    const [line] = linesAfter({ ...paymentCaptured, data: { ...data, capturedAt } });
    expect(line).toMatchObject({ at: capturedAt, month: '2026-12', chargedCents: 33_000 });
  });

  it('lists a manual refund only if the host bears a part', () => {
    expect(linesAfter(refundOrdered({ hostCents: 2_000 }))).toMatchObject([
      { kind: 'refund_borne', borneCents: 2_000, chargedCents: 0, paidCents: 0 },
    ]);
    expect(linesAfter(refundOrdered({ platformCents: 2_000 }))).toEqual([]);
  });

  it('never shows an amount that was paid outside Stripe as a card payment', () => {
    const lines = linesAfter(
      settledOtherwise('charge', 33_000),
      settledOtherwise('refund', 16_500),
      settledOtherwise('charge', 33_000, { outcome: 'waived' }),
    );
    const titles = lines.map((line) => statementCsvRow(line, 'Roxbury')[2]);
    expect(lines.map(({ kind, chargedCents }) => [kind, chargedCents])).toEqual([
      ['paid_outside', 33_000],
      ['refund', -16_500],
    ]);
    expect(titles).toEqual(['Payment outside Stripe', 'Refund']);
  });

  it('adds up to the charge that remains after refunds', () =>
    expect(
      linesAfter(paymentCaptured, paymentRefunded(5_000), paymentRefundFailed(5_000)).map(
        ({ kind, chargedCents }) => [kind, chargedCents],
      ),
    ).toEqual([
      ['charge', 33_000],
      ['refund', -5_000],
      ['refund_failed', 5_000],
    ]));
});

describe('a line of a statement', () => {
  const viewOf = (kind: ListedLine['kind'], ...events: readonly unknown[]) => {
    const { postings } = fold(
      ledger,
      ...(log(...events) as unknown as Parameters<typeof ledger.key>[0][]),
    ).get(paidBooking.bookingId)!;
    const [lineId, line] = [...fold(statementLines, ...log(...events))].find(
      ([, candidate]) => candidate.kind === kind,
    )!;
    const price = { totalCents: 33_000, taxCents: 0 };
    return statementLineView(
      { ...(line as ListedLine), _id: lineId },
      postings,
      price,
      'Camelback',
    );
  };

  it('shows what the player paid and what Courtly kept', () =>
    expect(viewOf('payout', paymentCaptured, payoutTransferred())).toMatchObject({
      charged: '330.00',
      fees: '33.00',
      amount: '297.00',
      reference: 'tr_1',
      court: 'Camelback',
    }));

  it('shows the amounts at that time, not later ones', () => {
    expect(viewOf('payout', ...lostAfterPayout)).toMatchObject({
      charged: '330.00',
      fees: '33.00',
    });
    expect(viewOf('reversal', ...lostAfterPayout)).toMatchObject({
      charged: '0.00',
      fees: '0.00',
      amount: '-297.00',
    });
  });

  it("shows the host's part of a refund separately from money movements", () =>
    expect(
      viewOf('refund_borne', paymentCaptured, refundOrdered({ hostCents: 2_000 })),
    ).toMatchObject({ amount: '0.00', borne: '20.00' }));

  it('shows what Courtly deducted from the share', () =>
    expect(viewOf('adjustment', paymentCaptured, payoutAdjusted(-2_000))).toMatchObject({
      amount: '0.00',
      adjusted: '-20.00',
      note: 'You repaired the lights.',
      reference: 'adjustment-1',
    }));

  it('explains an adjustment in the file too', () => {
    const [row] = linesAfter(payoutAdjusted(-2_000)).map((line) =>
      statementCsvRow(line, 'Roxbury'),
    );
    const cellOf = (column: string) => row![statementCsvHeader.indexOf(column)];
    expect(['Type', 'Adjustment', 'Note'].map(cellOf)).toEqual([
      'Adjustment',
      '-20.00',
      'You repaired the lights.',
    ]);
  });

  it('has a cell for each column', () => {
    const rows = linesAfter(...lostAfterPayout).map((line) => statementCsvRow(line, 'Camelback'));
    expect(rows.map((row) => row.length)).toEqual(rows.map(() => statementCsvHeader.length));
    expect(
      rows.map(([date, , type, ...cells]) => [
        date,
        type,
        cells.at(-6),
        cells.at(-3),
        cells.at(-1),
      ]),
    ).toEqual([
      ['2027-03-10', 'Card payment', '330.00', '', ''],
      ['2027-03-14', 'Payout', '', '297.00', ''],
      ['2027-05-02', 'Dispute', '-330.00', '', ''],
      ['2027-06-02', 'Payout taken back', '', '-297.00', reversalCauseTexts.dispute],
    ]);
  });
});

it('sums payments by calendar year before fees, refunds, and reversals', () => {
  const sums = { refundedCents: 0, paidCents: 0, takenBackCents: 0 };
  const years = earningsByYear([
    { _id: '2026-12', ...sums, payments: 2, grossCents: 66_000, refundedCents: 16_500 },
    { _id: '2027-01', ...sums, payments: 1, grossCents: 33_000, paidCents: 29_700 },
    { _id: '2027-06', ...sums, payments: 0, grossCents: 0, takenBackCents: 59_400 },
  ]);
  expect(years).toEqual([
    {
      year: '2027',
      payments: 1,
      gross: '330.00',
      refunded: '0.00',
      paid: '297.00',
      takenBack: '594.00',
      net: '-297.00',
    },
    expect.objectContaining({ year: '2026', payments: 2, gross: '660.00', refunded: '165.00' }),
  ]);
});
