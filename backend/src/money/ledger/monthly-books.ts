import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { toMoney } from '@courtly/contracts/wire';
import {
  type Account,
  type Amounts,
  type JournalLine,
  accountNames,
  accounts,
  addAmounts,
  amountsOf,
  subtractAmounts,
} from './accounts.js';
import { nextMonth } from './accounting-period.js';
import type { ClosedPeriod } from './accounting-periods.projection.js';
import type { JournalEntry } from './journal.projection.js';

/** The sum of a month's lines by account, event type, and kind of reversal, in cents. */
export type JournalSum = Readonly<{
  _id: Readonly<{
    month: string;
    account: Account;
    eventType: string;
    reversal?: JournalEntry['reversal'];
  }>;
  amountCents: number;
}>;

/**
 * One month of the books: its `change`, and the `balances` at its end. `correction` is the part of
 * `change` that `correctedBy` explains instead of an entry of that month.
 */
export type MonthlyBooks = Readonly<{
  month: string;
  closedPeriod: ClosedPeriod | null;
  change: Amounts;
  correction: Amounts;
  correctedBy: ClosedPeriod | null;
  balances: Amounts;
  chargedCents: number;
  refundedCents: number;
}>;

/**
 * The sums of the entries of the selected months (all by default) up to an instant (UTC). Later
 * entries are not earned yet.
 */
export const journalSumsPipeline = (until: string, months: object = {}) => [
  { $match: { 'entries.month': { $gt: '', ...months } } },
  { $project: { entries: 1 } },
  { $unwind: '$entries' },
  { $match: { 'entries.month': { $gt: '', ...months }, 'entries.at': { $lte: until } } },
  { $unwind: '$entries.lines' },
  {
    $group: {
      _id: {
        month: '$entries.month',
        account: '$entries.lines.account',
        eventType: '$entries.eventType',
        reversal: '$entries.reversal',
      },
      amountCents: { $sum: '$entries.lines.amountCents' },
    },
  },
];

const chargeTypes: readonly string[] = [
  'PaymentCaptured',
  'PaymentMismatchCharged',
  'EliteActivated',
  'EliteRenewed',
  'EliteMismatchCharged',
];
const chargeAccounts: readonly Account[] = ['stripeCash', 'stripeFees', 'canceledFees'];
const refundTypes: readonly string[] = ['PaymentRefunded', 'PaymentRefundFailed'];

const sumIf = (sums: readonly JournalSum[], isIncluded: (id: JournalSum['_id']) => boolean) =>
  sums.reduce(
    (subtotal, { _id, amountCents }) => subtotal + (isIncluded(_id) ? amountCents : 0),
    0,
  );

/**
 * All months up to `currentMonth`, earliest first. A closed month keeps the balances of its closing
 * event. If its entries now add up differently, the first open month gets the difference.
 */
export const monthlyBooks = (
  journalSums: readonly JournalSum[],
  periods: readonly ClosedPeriod[],
  currentMonth: string,
): MonthlyBooks[] => {
  const sumsByMonth = Map.groupBy(journalSums, ({ _id }) => _id.month);
  const periodByMonth = new Map(periods.map((period) => [period.month, period]));
  const firstMonth = [...sumsByMonth.keys(), ...periodByMonth.keys()].sort()[0] ?? currentMonth;
  const books: MonthlyBooks[] = [];
  let entered: Amounts = {};
  let balances: Amounts = {};
  let correctedBy: ClosedPeriod | null = null;
  for (let month = firstMonth; month <= currentMonth; month = nextMonth(month)) {
    const sums = sumsByMonth.get(month) ?? [];
    const entries = sums.reduce<Amounts>(
      (subtotal, { _id: { account }, amountCents }) =>
        addAmounts(subtotal, { [account]: amountCents }),
      {},
    );
    entered = addAmounts(entered, entries);
    const closedPeriod = periodByMonth.get(month) ?? null;
    const monthEnd = closedPeriod
      ? amountsOf(closedPeriod.balances as readonly JournalLine[])
      : entered;
    correctedBy = closedPeriod ?? correctedBy;
    const change = subtractAmounts(monthEnd, balances);
    balances = monthEnd;
    books.push({
      month,
      closedPeriod,
      change,
      correction: subtractAmounts(change, entries),
      correctedBy,
      balances,
      chargedCents: sumIf(
        sums,
        ({ account, eventType }) =>
          chargeTypes.includes(eventType) && chargeAccounts.includes(account),
      ),
      refundedCents:
        0 -
        sumIf(
          sums,
          ({ account, eventType, reversal }) =>
            (refundTypes.includes(eventType) || reversal === 'refund') && account === 'stripeCash',
        ),
    });
  }
  return books;
};

/** Revenue minus expenses, in cents. */
const netCents = (amounts: Amounts): number =>
  accountNames.reduce((subtotal, account) => {
    const { kind } = accounts[account];
    return kind === 'revenue' || kind === 'expense' ? subtotal - (amounts[account] ?? 0) : subtotal;
  }, 0);

export const monthView = ({
  month,
  closedPeriod,
  change,
  correction,
  balances,
  chargedCents,
  refundedCents,
}: MonthlyBooks): MonthOfRevenue => {
  const debit = (amounts: Amounts, account: Account) => toMoney(amounts[account] ?? 0);
  const credit = (amounts: Amounts, account: Account) => toMoney(0 - (amounts[account] ?? 0));
  return {
    month,
    closedAt: closedPeriod?.closedAt ?? null,
    earned: {
      commission: credit(change, 'commission'),
      memberships: credit(change, 'membershipRevenue'),
      refunds: debit(change, 'refunds'),
      disputes: debit(change, 'disputes'),
      fees: toMoney((change.stripeFees ?? 0) + (change.canceledFees ?? 0)),
      canceledFees: debit(change, 'canceledFees'),
      net: toMoney(netCents(change)),
    },
    cards: { charged: toMoney(chargedCents), refunded: toMoney(refundedCents) },
    balances: {
      held: credit(balances, 'heldPayments'),
      refundsDue: credit(balances, 'refundsPayable'),
      taxOwed: credit(balances, 'taxPayable'),
      owedToHosts: credit(balances, 'hostsPayable'),
      deferred: credit(balances, 'deferredMemberships'),
      owedByPlayers: debit(balances, 'playersReceivable'),
      owedByHosts: debit(balances, 'hostsReceivable'),
      disputed: debit(balances, 'disputedFunds'),
      stripeCash: debit(balances, 'stripeCash'),
      stripeReserve: debit(balances, 'stripeReserve'),
      bank: debit(balances, 'bank'),
    },
    corrections: toMoney(netCents(correction)),
  };
};
