import type { Discipline } from '@courtly/contracts/matches';
import type { RatingReplay, ReplayedPlayer } from '@courtly/contracts/rating-replays';
import { MOST_STANDINGS } from '@courtly/contracts/replay-limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../config/paths';
import {
  changeLabel,
  countLabel,
  parametersLabel,
  ratingsAsOfPath,
} from '../../resources/admin/replay-labels';
import {
  type ReplayPlayersFilters,
  replayCsvPath,
  replayedPlayersQuery,
} from '../../resources/admin/replay-queries';
import { instantLabel } from '../../resources/audit/audit-labels';
import { figureLabel, rangeLabel } from '../../resources/ranking/ranking-labels';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { Field } from '../../ui/field';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { Select } from '../../ui/select';
import { Tabs } from '../../ui/tabs';
import { TextLink, textLinkClass } from '../../ui/text-link';

const disciplineOptions = [
  { value: 'singles', label: 'Singles' },
  { value: 'doubles', label: 'Doubles' },
];

export function ReplayPlayers({ replay }: { replay: RatingReplay }) {
  const { id: replayId, asOf } = replay;
  const [discipline, setDiscipline] = useState<Discipline>('singles');
  const playersFilter = { replayId, discipline };
  const ratingsColumn = ratingsColumnOf(replay);
  return (
    <div className="min-w-0">
      <Field label="Discipline" className="mb-6 max-w-60">
        {(controlProps) => (
          <Select
            {...controlProps}
            options={disciplineOptions}
            value={discipline}
            onChange={({ target }) => setDiscipline(target.value as Discipline)}
          />
        )}
      </Field>
      <Tabs
        label="Players of this replay"
        tabs={[
          {
            value: 'change',
            label: 'Movers',
            panel: (
              <ReplayedPlayersTable
                {...playersFilter}
                order="change"
                columns={[...moverColumns, ratingsColumn]}
                emptyTitle="No players move"
              />
            ),
          },
          {
            value: 'rank',
            label: 'Ranking',
            panel: (
              <>
                <p className="mb-4 text-quiet">
                  As of {instantLabel(asOf)}, including everyone with a rated match, even players
                  who have left since.
                </p>
                <ReplayedPlayersTable
                  {...playersFilter}
                  order="rank"
                  columns={[...rankingColumns, ratingsColumn]}
                  emptyTitle="No ranked players"
                />
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

type ReplayedPlayersProps = ReplayPlayersFilters & {
  columns: readonly TableColumn<ReplayedPlayer>[];
  emptyTitle: string;
};

function ReplayedPlayersTable({ columns, emptyTitle, ...playersFilter }: ReplayedPlayersProps) {
  const playersQuery = useInfiniteQuery(replayedPlayersQuery(playersFilter));
  return (
    <>
      <QueryPanel query={playersQuery} label="players">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={emptyTitle} />
          ) : (
            <DataTable
              stacked
              label="Players"
              rows={items}
              rowKey={({ id }) => id}
              columns={columns}
            />
          )
        }
      </QueryPanel>
      <LoadMore query={playersQuery} itemLabel="players" />
      <p className="mt-4">
        <a href={replayCsvPath(playersFilter)} download className={textLinkClass}>
          Download as CSV (up to {countLabel(MOST_STANDINGS)} players)
        </a>
      </p>
    </>
  );
}

const playerColumn: TableColumn<ReplayedPlayer> = {
  head: 'Player',
  cell: ({ id, name }) =>
    name === null ? (
      <span className="wrap-anywhere">{id}</span>
    ) : (
      <TextLink to={paths.player(id)} className="wrap-anywhere">
        <bdi>{name}</bdi>
      </TextLink>
    ),
};

const rankLabel = ({ rank }: ReplayedPlayer['replayed']): string =>
  rank === null ? 'none' : String(rank);

const moverColumns: readonly TableColumn<ReplayedPlayer>[] = [
  playerColumn,
  { head: 'Compared', cell: ({ compared }) => figureLabel(compared.figure), numeric: true },
  { head: 'Replayed', cell: ({ replayed }) => figureLabel(replayed.figure), numeric: true },
  { head: 'Change', cell: ({ change }) => changeLabel(change), numeric: true, strong: true },
  {
    head: 'Rank',
    cell: ({ compared, replayed }) =>
      compared.rank === null && replayed.rank === null
        ? rankLabel(replayed)
        : `${rankLabel(compared)} → ${rankLabel(replayed)}`,
    numeric: true,
  },
];

const rankingColumns: readonly TableColumn<ReplayedPlayer>[] = [
  playerColumn,
  { head: 'Rank', cell: ({ replayed }) => rankLabel(replayed), numeric: true, strong: true },
  { head: 'Rating', cell: ({ replayed }) => figureLabel(replayed.figure), numeric: true },
  { head: 'Range', cell: ({ replayed }) => rangeLabel(replayed.range), numeric: true },
  { head: 'Matches', cell: ({ replayed }) => String(replayed.matches), numeric: true },
];

const ratingsColumnOf = ({
  id: replay,
  sport,
  asOf: at,
  replayed,
}: RatingReplay): TableColumn<ReplayedPlayer> => ({
  head: 'History',
  cell: ({ id: player, name }) => (
    <TextLink
      to={ratingsAsOfPath({
        replay,
        sport,
        player,
        at,
        formula: replayed.formula,
        numbers: parametersLabel(replayed.parameters),
      })}
    >
      View ratings<span className="sr-only">: {name ?? player}</span>
    </TextLink>
  ),
  numeric: true,
});
