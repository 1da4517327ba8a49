import type { RatingFormulas, RatingReplay } from '@courtly/contracts/rating-replays';
import { useQuery } from '@tanstack/react-query';
import { cn } from '../../lib/cn';
import { useSearchState } from '../../lib/search-state';
import { DeskPage } from '../../resources/admin/desk-page';
import { begunIn, statusLook } from '../../resources/admin/replay-labels';
import { formulasQuery, replaysQuery } from '../../resources/admin/replay-queries';
import { momentLabel } from '../../resources/audit/audit-labels';
import { Badge } from '../../ui/badge';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { FormulaInForce } from './formula-in-force';
import { ReplayForm } from './replay-form';
import { ReplayResult } from './replay-result';

export function ReplayPage() {
  const formulas = useQuery(formulasQuery);
  return (
    <DeskPage
      title="Replay"
      lead="Recalculate every match with another formula or other parameters. See which players would move and which formula forecasts better, then adopt it. A replay by itself changes nothing."
    >
      <QueryPanel query={formulas} label="the formulas">
        {(known) => (
          <div className="grid gap-14">
            <FormulaInForce formulas={known} />
            <Replays formulas={known} />
          </div>
        )}
      </QueryPanel>
    </DeskPage>
  );
}

function Replays({ formulas }: { formulas: RatingFormulas }) {
  const replays = useQuery(replaysQuery);
  const [search, change] = useSearchState();
  const begun = begunIn(search);
  const choose = (id: string) => change({ replay: id });
  return (
    <>
      <ReplayForm key={JSON.stringify(begun)} {...{ formulas, begun }} onRequested={choose} />
      <QueryPanel query={replays} label="replays">
        {(listed) => {
          const chosen = listed.find(({ id }) => id === search.get('replay')) ?? listed[0];
          if (!chosen)
            return <EmptyState title="No replays yet">Your replays will appear here.</EmptyState>;
          return (
            <div className="grid gap-10 lg:grid-cols-[18rem_1fr]">
              <ReplayList replays={listed} chosen={chosen.id} onChoose={choose} />
              <ReplayResult key={chosen.id} replay={chosen} inForce={formulas.inForce} />
            </div>
          );
        }}
      </QueryPanel>
    </>
  );
}

type ListProps = {
  replays: readonly RatingReplay[];
  chosen: string;
  onChoose: (id: string) => void;
};

function ReplayList({ replays, chosen, onChoose }: ListProps) {
  return (
    <section aria-labelledby="replays" className="min-w-0">
      <h2 id="replays" className="mb-4 font-display text-2xl">
        Replays
      </h2>
      <ul className="border-t border-rule">
        {replays.map(({ id, status, replayed, asOf, playerId }) => (
          <li key={id} className="border-b border-rule">
            <button
              type="button"
              aria-current={id === chosen}
              onClick={() => onChoose(id)}
              className={cn(
                'grid w-full cursor-pointer gap-1 px-3 py-3 text-left hover:bg-sunk',
                id === chosen && 'bg-sunk',
              )}
            >
              <span className="wrap-anywhere">{replayed.formulaId}</span>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.9375rem] text-quiet">
                <Badge tone={statusLook[status][0]}>{statusLook[status][1]}</Badge>
                {momentLabel(asOf)}
                {playerId !== null && <span>includes a player</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
