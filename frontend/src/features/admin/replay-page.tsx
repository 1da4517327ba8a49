import type { RatingFormulas, RatingReplay } from '@courtly/contracts/rating-replays';
import { useQuery } from '@tanstack/react-query';
import { cx } from 'class-variance-authority';
import { useSearchState } from '../../lib/search-state';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { readInitialValues, statusVariants } from '../../resources/admin/replay-labels';
import { formulasQuery, replaysQuery } from '../../resources/admin/replay-queries';
import { instantLabel } from '../../resources/audit/audit-labels';
import { sportLabels } from '../../lib/sports';
import { Badge } from '../../ui/badge';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { CurrentFormula } from './current-formula';
import { ReplayForm } from './replay-form';
import { ReplayResult } from './replay-result';
import { Heading } from '../../ui/heading';

export function ReplayPage() {
  const formulas = useQuery(formulasQuery);
  return (
    <AdminLayout
      title="Replay"
      lead="Recalculate every match with another formula or other parameters. See which players would move and which formula forecasts better, then adopt it. A replay alone doesn't change anything."
    >
      <QueryPanel query={formulas} label="the formulas">
        {(ratingFormulas) => (
          <div className="grid gap-14">
            <CurrentFormula formulas={ratingFormulas} />
            <ReplaySection formulas={ratingFormulas} />
          </div>
        )}
      </QueryPanel>
    </AdminLayout>
  );
}

function ReplaySection({ formulas }: { formulas: RatingFormulas }) {
  const latestReplays = useQuery(replaysQuery);
  const [searchParams, updateSearch] = useSearchState();
  const initialValues = readInitialValues(searchParams);
  const selectReplay = (replayId: string) => updateSearch({ replay: replayId });
  return (
    <>
      <ReplayForm
        key={JSON.stringify(initialValues)}
        formulas={formulas}
        initialValues={initialValues}
        onRequested={selectReplay}
      />
      <QueryPanel query={latestReplays} label="replays">
        {(replays) => {
          const selectedReplay =
            replays.find(({ id }) => id === searchParams.get('replay')) ?? replays[0];
          if (!selectedReplay)
            return <EmptyState title="No replays yet">Your replays will appear here.</EmptyState>;
          return (
            <div className="grid gap-10 lg:grid-cols-[18rem_1fr]">
              <ReplayList
                replays={replays}
                selectedId={selectedReplay.id}
                onSelect={selectReplay}
              />
              <ReplayResult
                key={selectedReplay.id}
                replay={selectedReplay}
                inForce={formulas.inForce}
              />
            </div>
          );
        }}
      </QueryPanel>
    </>
  );
}

type ReplayListProps = {
  replays: readonly RatingReplay[];
  selectedId: string;
  onSelect: (replayId: string) => void;
};

function ReplayList({ replays, selectedId, onSelect }: ReplayListProps) {
  return (
    <section aria-labelledby="replays" className="min-w-0">
      <Heading level={2} id="replays" className="mb-4">
        Replays
      </Heading>
      <ul className="border-t border-rule">
        {replays.map(({ id, status, sport, replayed, asOf, playerId }) => (
          <li key={id} className="border-b border-rule">
            <button
              type="button"
              aria-current={id === selectedId}
              onClick={() => onSelect(id)}
              className={cx(
                'grid w-full cursor-pointer gap-1 px-3 py-3 text-left hover:bg-sunk',
                id === selectedId && 'bg-sunk',
              )}
            >
              <span className="wrap-anywhere">{replayed.formulaId}</span>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-quiet">
                <Badge tone={statusVariants[status][0]}>{statusVariants[status][1]}</Badge>
                {sportLabels[sport]}, {instantLabel(asOf)}
                {playerId !== null && ', includes a player'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
