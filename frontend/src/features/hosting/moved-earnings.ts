import type { CourtEarnings } from '@courtly/contracts/payouts';
import { formatMoney } from '../../lib/format';
import { addMoney } from '../../lib/money';
import type { ChartBar } from '../../ui/charts';
import { monthLabel, shortMonth } from '../../lib/months';

type Amount = 'earned' | 'paid' | 'due' | 'frozen';

export const totalOf = (rows: readonly CourtEarnings[], amount: Amount): string =>
  addMoney(rows.map((row) => row[amount]));

/** Earnings of all courts per month, earliest first. */
export const earnedPerMonth = (rows: readonly CourtEarnings[]): ChartBar[] =>
  [...Map.groupBy(rows, ({ month }) => month)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([month, own]) => {
      const earned = totalOf(own, 'earned');
      return {
        label: shortMonth(month),
        name: monthLabel(month),
        value: Number(earned),
        words: formatMoney(earned),
      };
    });

/** Years with earnings, latest first. */
export const yearsOf = (rows: readonly CourtEarnings[]): string[] =>
  [...new Set(rows.map(({ month }) => month.slice(0, 4)))].sort().reverse();
