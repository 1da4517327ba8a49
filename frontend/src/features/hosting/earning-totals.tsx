import type { HostFigures } from '@courtly/contracts/hosting';
import { formatMoney } from '../../lib/format';
import { totalNotes } from '../../resources/hosting/total-notes';
import { StatCard, StatRow } from '../../ui/card';

/** The agreed payouts, whether or not money has moved. */
export function EarningTotals({ figures: { month, total } }: { figures: HostFigures }) {
  return (
    <StatRow className="mb-10 lg:grid-cols-3!">
      <StatCard label="Earned" value={formatMoney(total.earned)} note={totalNotes.earned} />
      <StatCard label="Earned this month" value={formatMoney(month.earned)} />
      <StatCard label="Upcoming" value={formatMoney(total.expected)} note={totalNotes.upcoming} />
    </StatRow>
  );
}
