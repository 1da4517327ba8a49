import type { CourtEarnings } from '@courtly/contracts/payouts';
import { formatMoney } from '../../lib/format';
import { addMoney } from '../../lib/money';
import type { ChartBar } from '../../ui/charts';
import { monthLabel, shortMonth } from '../../lib/months';

type AmountField = 'earned' | 'paid' | 'due' | 'frozen';

export const totalAmountOf = (rows: readonly CourtEarnings[], field: AmountField): string =>
  addMoney(rows.map((row) => row[field]));

/** Earnings of all courts per month, earliest first. */
export const earnedPerMonth = (rows: readonly CourtEarnings[]): ChartBar[] =>
  [...Map.groupBy(rows, ({ month }) => month)]
    .sort(([firstMonth], [secondMonth]) => firstMonth.localeCompare(secondMonth))
    .map(([monthKey, monthRows]) => {
      const monthTotal = totalAmountOf(monthRows, 'earned');
      return {
        label: shortMonth(monthKey),
        name: monthLabel(monthKey),
        value: Number(monthTotal),
        words: formatMoney(monthTotal),
      };
    });

/** Years with earnings, latest first. */
export const earningYears = (rows: readonly CourtEarnings[]): string[] =>
  [...new Set(rows.map(({ month }) => month.slice(0, 4)))].sort().reverse();
