import type { HostFigures } from '@courtly/contracts/hosting';
import { formatMoney } from '../../lib/format';
import { totalNotes } from '../../resources/hosting/total-notes';
import { StatCard, StatRow } from '../../ui/card';

/** The agreed payouts, whether or not money has moved. */
export function EarningTotals({ figures: { total } }: { figures: HostFigures }) {
  return (
    <StatRow className="mb-10 lg:grid-cols-2!">
      <StatCard label="Earned" value={formatMoney(total.earned)} note={totalNotes.earned} />
      <StatCard label="Upcoming" value={formatMoney(total.expected)} note={totalNotes.upcoming} />
    </StatRow>
  );
}
