import type { CourtEarnings } from '@courtly/contracts/payouts';
import { formatMoney } from '../../lib/format';
import { addMoney } from '../../lib/money';
import type { ChartBar } from '../../ui/charts';
import { monthLabel, shortMonth } from '../../lib/months';

type AmountField = 'earned' | 'paid' | 'due' | 'frozen';

export const totalOf = (rows: readonly CourtEarnings[], amountField: AmountField): string =>
  addMoney(rows.map((row) => row[amountField]));

/** Earnings of all courts per month, earliest first. */
export const earnedPerMonth = (rows: readonly CourtEarnings[]): ChartBar[] =>
  [...Map.groupBy(rows, ({ month }) => month)]
    .sort(([firstMonth], [secondMonth]) => firstMonth.localeCompare(secondMonth))
    .map(([month, monthRows]) => {
      const monthTotal = totalOf(monthRows, 'earned');
      return {
        label: shortMonth(month),
        name: monthLabel(month),
        value: Number(monthTotal),
        words: formatMoney(monthTotal),
      };
    });

/** Years with earnings, latest first. */
export const yearsOf = (rows: readonly CourtEarnings[]): string[] =>
  [...new Set(rows.map(({ month }) => month.slice(0, 4)))].sort().reverse();
