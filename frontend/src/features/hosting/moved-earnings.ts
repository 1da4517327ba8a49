import type { CourtEarnings } from '@courtly/contracts/statements';
import { formatMoney } from '../../lib/format';
import { addMoney } from '../../lib/money';
import type { ChartBar } from '../../ui/charts';
import { monthLabel, shortMonth } from '../../lib/months';

type AmountField = 'gross' | 'refunded' | 'paid' | 'takenBack' | 'net';

export const totalAmountOf = (rows: readonly CourtEarnings[], field: AmountField): string =>
  addMoney(rows.map((row) => row[field]));

/** The payouts of all courts per month minus reversals, earliest first. */
export const paidPerMonth = (rows: readonly CourtEarnings[]): ChartBar[] =>
  [...Map.groupBy(rows, ({ month }) => month)]
    .sort(([firstMonth], [secondMonth]) => firstMonth.localeCompare(secondMonth))
    .map(([monthKey, monthRows]) => {
      const monthTotal = totalAmountOf(monthRows, 'net');
      return {
        label: shortMonth(monthKey),
        name: monthLabel(monthKey),
        value: Number(monthTotal),
        words: formatMoney(monthTotal),
      };
    });
