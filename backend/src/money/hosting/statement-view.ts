import type { CourtEarnings, EarningsOfYear, StatementLine } from '@courtly/contracts/statements';
import { reversalCauseTexts } from '@courtly/contracts/reversal-causes';
import { toMoney } from '@courtly/contracts/wire';
import { taxWithin } from '../../booking/pricing/tax.js';
import { localDate, offsetsAround } from '../../platform/kernel/local-time.js';
import type { LedgerAccount } from '../ledger/entries.js';
import type { Posting } from '../ledger/ledger.projection.js';
import type { StatementLineDocument } from './statement-lines.projection.js';

/** Sums of lines in cents. `refundedCents` and `takenBackCents` are positive. */
export type StatementSums = Readonly<{
  payments: number;
  grossCents: number;
  refundedCents: number;
  paidCents: number;
  takenBackCents: number;
}>;

export type MonthlyCourtSums = StatementSums &
  Readonly<{ _id: Readonly<{ month: string; courtId: string }> }>;
export type MonthlySums = StatementSums & Readonly<{ _id: string }>;

const ifKind = (kind: StatementLineDocument['kind'], cents: string | number) => ({
  $sum: { $cond: [{ $eq: ['$kind', kind] }, cents, 0] },
});

const lineSums = {
  payments: ifKind('charge', 1),
  grossCents: ifKind('charge', '$chargedCents'),
  refundedCents: {
    $sum: {
      $cond: [
        { $in: ['$kind', ['charge', 'paid_outside']] },
        0,
        { $multiply: ['$chargedCents', -1] },
      ],
    },
  },
  paidCents: ifKind('payout', '$paidCents'),
  takenBackCents: {
    $sum: { $cond: [{ $eq: ['$kind', 'reversal'] }, { $multiply: ['$paidCents', -1] }, 0] },
  },
};

/** Sums a host's lines by month and court. The newest month is first. */
export const courtSumsPipeline = (hostId: string, fromMonth: string) => [
  { $match: { hostId, month: { $gte: fromMonth } } },
  { $group: { _id: { month: '$month', courtId: '$courtId' }, ...lineSums } },
  { $sort: { '_id.month': -1, '_id.courtId': 1 } },
];

/** Sums all lines of a host by month. */
export const monthSumsPipeline = (hostId: string) => [
  { $match: { hostId } },
  { $group: { _id: '$month', ...lineSums } },
];

export const sumsView = ({
  payments,
  grossCents,
  refundedCents,
  paidCents,
  takenBackCents,
}: StatementSums) => ({
  payments,
  gross: toMoney(grossCents),
  refunded: toMoney(refundedCents),
  paid: toMoney(paidCents),
  takenBack: toMoney(takenBackCents),
  net: toMoney(paidCents - takenBackCents),
});

export const courtEarningsView = (
  courtSums: MonthlyCourtSums,
  courtName: string,
): CourtEarnings => ({ ...courtSums._id, court: courtName, ...sumsView(courtSums) });

const noSums: StatementSums = {
  payments: 0,
  grossCents: 0,
  refundedCents: 0,
  paidCents: 0,
  takenBackCents: 0,
};

const addSums = (subtotal: StatementSums, sums: StatementSums): StatementSums => ({
  payments: subtotal.payments + sums.payments,
  grossCents: subtotal.grossCents + sums.grossCents,
  refundedCents: subtotal.refundedCents + sums.refundedCents,
  paidCents: subtotal.paidCents + sums.paidCents,
  takenBackCents: subtotal.takenBackCents + sums.takenBackCents,
});

/** Sums months into years. The newest year is first. */
export const earningsByYear = (monthlySums: readonly MonthlySums[]): EarningsOfYear[] =>
  [...Map.groupBy(monthlySums, ({ _id: month }) => month.slice(0, 4))]
    .sort(([firstYear], [secondYear]) => secondYear.localeCompare(firstYear))
    .map(([year, months]) => ({
      year,
      ...sumsView(months.reduce<StatementSums>(addSums, noSums)),
    }));

/** The kinds of lines that are listed on the page. The CSV file contains all kinds. */
export const listedKinds = ['payout', 'reversal', 'refund_borne', 'adjustment'] as const;

export type ListedLine = StatementLineDocument & Readonly<{ kind: (typeof listedKinds)[number] }>;

/** The postings up to and including the one of this line, in log order. */
const postingsUpTo = (postings: readonly Posting[], lineId: string): readonly Posting[] =>
  postings.slice(0, postings.findIndex(({ eventId }) => eventId === lineId) + 1 || undefined);

const movedTo = (ledgerAccount: LedgerAccount, postings: readonly Posting[]): number =>
  postings
    .flatMap(({ entries }) => entries)
    .reduce(
      (subtotal, { account, amountCents }) =>
        subtotal + (account === ledgerAccount ? amountCents : 0),
      0,
    );

export const statementLineView = (
  line: ListedLine & Readonly<{ _id: string }>,
  postings: readonly Posting[],
  price: Readonly<{ totalCents: number; taxCents: number }>,
  courtName: string,
): StatementLine => {
  const { _id, kind, at, reference, bookingId, courtId, startTime, endTime, zone } = line;
  const earlierPostings = postingsUpTo(postings, _id);
  const chargedCents = 0 - movedTo('player', earlierPostings);
  const taxCents = taxWithin(Math.max(0, chargedCents), price);
  return {
    id: _id,
    kind,
    at,
    reference,
    bookingId,
    courtId,
    court: courtName,
    startTime,
    endTime,
    zone,
    zoneOffsets: offsetsAround(zone, [at, startTime, endTime]),
    charged: toMoney(chargedCents),
    tax: toMoney(taxCents),
    fees: toMoney(chargedCents - taxCents - movedTo('host', earlierPostings)),
    amount: toMoney(line.paidCents),
    borne: toMoney(line.borneCents),
    adjusted: toMoney(line.adjustedCents),
    note: line.note,
    cause: line.cause,
  };
};

export const statementCsvHeader = [
  'Date',
  'Moved at (UTC)',
  'Type',
  'Booking',
  'Court',
  'Start (UTC)',
  'End (UTC)',
  'Time zone',
  'Player paid',
  'You bear',
  'Adjustment',
  'Paid to you',
  'Reference',
  'Note',
];

const lineTitles: Readonly<Record<StatementLineDocument['kind'], string>> = {
  charge: 'Card payment',
  refund: 'Refund',
  refund_failed: 'Refund failed',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  paid_outside: 'Payment outside Stripe',
  payout: 'Payout',
  reversal: 'Payout taken back',
  refund_borne: 'Refund you bear',
  adjustment: 'Adjustment',
};

/** Amounts that do not apply to a line stay empty. */
const amountCell = (amountCents: number): string => (amountCents === 0 ? '' : toMoney(amountCents));

export const statementCsvRow = (line: StatementLineDocument, courtName: string): string[] => [
  localDate(line.zone, line.at),
  line.at,
  lineTitles[line.kind],
  line.bookingId,
  courtName,
  line.startTime,
  line.endTime,
  line.zone,
  amountCell(line.chargedCents),
  amountCell(line.borneCents),
  amountCell(line.adjustedCents),
  amountCell(line.paidCents),
  line.reference,
  line.note || (line.cause ? reversalCauseTexts[line.cause] : ''),
];
