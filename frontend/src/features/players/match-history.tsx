import type { Discipline } from '@courtly/contracts/matches';
import type { Player } from '@courtly/contracts/rankings';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchState } from '../../lib/search-state';
import { receiptsQuery } from '../../resources/player/player-queries';
import { fullName } from '../../resources/session/person-labels';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { RadioGroup } from '../../ui/radio-group';
import { Receipt } from './receipt';

const disciplineChoices: readonly { value: Discipline | 'both'; label: string }[] = [
  { value: 'both', label: 'All' },
  { value: 'singles', label: 'Singles' },
  { value: 'doubles', label: 'Doubles' },
];

/** The rated matches, newest first. Each can be expanded to explain its rating change. */
export function MatchHistory({ player, isOwn }: { player: Player; isOwn: boolean }) {
  const [searchParams, updateSearch] = useSearchState();
  const discipline =
    disciplineChoices.find(({ value }) => value === searchParams.get('discipline'))?.value ??
    'both';
  const receipts = useInfiniteQuery(
    receiptsQuery(player.id, player.sport, discipline === 'both' ? undefined : discipline),
  );
  const playerName = isOwn ? null : player.firstName || fullName(player);
  return (
    <>
      <RadioGroup
        legend="Which matches"
        segmented
        choices={disciplineChoices}
        value={discipline}
        onChange={(selectedDiscipline) =>
          updateSearch({ discipline: selectedDiscipline === 'both' ? '' : selectedDiscipline })
        }
        className="mb-6 max-w-sm grid-cols-3"
      />
      <QueryPanel query={receipts} label="the matches">
        {({ items }) =>
          items.length > 0 ? (
            <ul className="border-t border-rule">
              {items.map((receipt) => (
                <Receipt key={receipt.id} receipt={receipt} playerName={playerName} />
              ))}
            </ul>
          ) : (
            <EmptyState title="No rated matches yet">
              A match is rated once everyone in it has confirmed it or their time to respond has
              passed.
            </EmptyState>
          )
        }
      </QueryPanel>
      <LoadMore query={receipts} itemLabel="matches" />
    </>
  );
}
