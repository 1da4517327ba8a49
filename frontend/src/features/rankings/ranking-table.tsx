import type { RankingEntry } from '@courtly/contracts/rankings';
import type { Sport } from '@courtly/contracts/sport';
import { Medal } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { cx } from 'class-variance-authority';
import {
  LEVEL_NAME,
  RATING_NAME,
  figureLabel,
  rangeLabel,
} from '../../resources/ranking/ranking-labels';
import { StreakFlag } from '../../resources/ranking/streak-flag';
import { TierBadge } from '../../resources/ranking/tier-badge';
import { fullName } from '../../resources/session/person-labels';
import { Avatar } from '../../ui/avatar';
import { Badge } from '../../ui/badge';
import { RankMovement } from './rank-movement';
import { RankingActions } from './ranking-actions';

const medalClasses: Record<number, string> = { 1: 'text-brass', 2: 'text-quiet', 3: 'text-clay' };

function RankNumber({ entry: { rank, movement } }: { entry: RankingEntry }) {
  const medalClass = medalClasses[rank];
  return (
    <span className="grid justify-items-start gap-1">
      <span className="figures inline-flex items-center gap-1 font-display text-2xl leading-none">
        {rank}
        {medalClass && <Medal size={20} strokeWidth={1.6} aria-hidden className={medalClass} />}
      </span>
      <RankMovement movement={movement} />
    </span>
  );
}

type PlayerCellProps = { entry: RankingEntry; isOwn: boolean; sport: Sport };

function PlayerCell({ entry, isOwn, sport }: PlayerCellProps) {
  const playerName = fullName(entry);
  return (
    <span className="flex min-w-0 items-start gap-3">
      <Avatar name={playerName} picture={entry.avatar} className="mt-0.5 max-lg:hidden" />
      <span className="grid min-w-0 gap-1.5">
        <span className="font-display text-xl leading-snug">
          {!entry.hasPage ? (
            playerName
          ) : (
            <Link
              to={paths.playerIn(entry.id, sport)}
              className="underline-offset-4 hover:underline"
            >
              <bdi className="wrap-break-word">{playerName}</bdi>
            </Link>
          )}
        </span>
        <span className="flex flex-wrap gap-2">
          {isOwn && <Badge>You</Badge>}
          <TierBadge tier={entry.tier} />
          {entry.hasUpcomingMatch && <Badge tone="good">Scheduled Match</Badge>}
        </span>
        <StreakFlag streak={entry.streak} />
      </span>
    </span>
  );
}

/** The column name for the card layout, which has no header row. */
const columnLabel = (label: string) => <span className="text-quiet lg:hidden">{label} </span>;

/** On a phone, a row is a card whose first line shows the rank, the player, and the rating. */
const rankingColumns: readonly {
  head: string;
  className: string;
  show: (entry: RankingEntry) => React.ReactNode;
}[] = [
  {
    head: RATING_NAME,
    className: 'text-right lg:text-left',
    show: ({ utrRating, range }) => (
      <span className="figures block">
        <span className="block font-display text-2xl leading-tight">{figureLabel(utrRating)}</span>
        <span className="block text-small whitespace-nowrap text-quiet">{rangeLabel(range)}</span>
      </span>
    ),
  },
  {
    head: LEVEL_NAME,
    className: 'max-lg:col-span-2 max-lg:col-start-2',
    show: ({ ustaRating }) => (
      <>
        {columnLabel(LEVEL_NAME)}
        {ustaRating ? `USTA ${ustaRating}` : <span className="text-quiet">Not provided</span>}
      </>
    ),
  },
  {
    head: 'Win rate',
    className: 'max-lg:col-start-2',
    show: ({ winPercentage, totalMatches }) => (
      <span className="figures">
        {columnLabel('Win rate')}
        {winPercentage}%<span className="text-quiet"> of {totalMatches}</span>
      </span>
    ),
  },
  {
    head: 'Location',
    className: 'wrap-break-word max-lg:text-right',
    show: ({ location }) => location && <bdi>{location}</bdi>,
  },
];

type RankingTableProps = { entries: readonly RankingEntry[]; ownId: string; sport: Sport };

// Browsers drop table semantics when `display` changes, so set the roles explicitly.
const cellProps = { role: 'cell' } as const;
const rowHeaderProps = { role: 'rowheader', scope: 'row' } as const;

export function RankingTable({ entries, ownId, sport }: RankingTableProps) {
  return (
    <table role="table" aria-label="Players by rank" className="w-full max-lg:block">
      <thead className="text-sm text-quiet max-lg:sr-only">
        <tr role="row">
          {['Rank', 'Player', ...rankingColumns.map(({ head }) => head), 'Challenge'].map(
            (head) => (
              <th
                key={head}
                role="columnheader"
                scope="col"
                className="border-b border-rule py-2 pr-6 text-left align-bottom font-normal last:pr-0"
              >
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {entries.map((entry) => (
          <tr
            key={entry.id}
            role="row"
            className={cx(
              'border-b border-rule max-lg:grid max-lg:grid-cols-[3.25rem_1fr_auto] max-lg:gap-x-2 max-lg:gap-y-1.5 max-lg:py-5 lg:[&>*]:py-4 lg:[&>*]:pr-6 lg:[&>*]:align-top lg:[&>*:last-child]:pr-0',
              entry.id === ownId && 'bg-sunk max-lg:-mx-3 max-lg:px-3',
            )}
          >
            <td {...cellProps} className="lg:pl-2">
              <RankNumber entry={entry} />
              <Avatar name={fullName(entry)} picture={entry.avatar} className="mt-2 lg:hidden" />
            </td>
            <th {...rowHeaderProps} className="min-w-0 text-left font-normal">
              <PlayerCell entry={entry} isOwn={entry.id === ownId} sport={sport} />
            </th>
            {rankingColumns.map(({ head, className, show }) => (
              <td key={head} {...cellProps} className={className}>
                {show(entry)}
              </td>
            ))}
            <td {...cellProps} className="max-lg:col-span-2 max-lg:col-start-2 max-lg:mt-1.5">
              <RankingActions entry={entry} isOwn={entry.id === ownId} sport={sport} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
