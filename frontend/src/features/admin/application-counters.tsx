import type { ApplicationCounts } from '@courtly/contracts/applications';
import { StatCard, StatRow } from '../../ui/card';

export function ApplicationCounters({ counts }: { counts: ApplicationCounts | undefined }) {
  const overdue = (kind: keyof ApplicationCounts) => counts && `${counts[kind].overdue} overdue`;
  return (
    <StatRow className="mb-10">
      <StatCard label="Player applications" value={counts?.player.total ?? '–'} />
      <StatCard
        label="Pending players"
        value={counts?.player.pending ?? '–'}
        note={overdue('player')}
      />
      <StatCard label="Host applications" value={counts?.host.total ?? '–'} />
      <StatCard label="Pending hosts" value={counts?.host.pending ?? '–'} note={overdue('host')} />
    </StatRow>
  );
}
