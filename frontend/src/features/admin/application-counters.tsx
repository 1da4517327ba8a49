import type { ApplicationCounts } from '@courtly/contracts/applications';
import { StatCard, StatRow } from '../../ui/card';

export function ApplicationCounters({ counts }: { counts: ApplicationCounts | undefined }) {
  const overdueNote = (applicationKind: keyof ApplicationCounts) =>
    counts && `${counts[applicationKind].overdue} overdue`;
  return (
    <StatRow className="mb-10">
      <StatCard label="Player applications" value={counts?.player.total ?? '–'} />
      <StatCard
        label="Pending players"
        value={counts?.player.pending ?? '–'}
        note={overdueNote('player')}
      />
      <StatCard label="Host applications" value={counts?.host.total ?? '–'} />
      <StatCard
        label="Pending hosts"
        value={counts?.host.pending ?? '–'}
        note={overdueNote('host')}
      />
    </StatRow>
  );
}
