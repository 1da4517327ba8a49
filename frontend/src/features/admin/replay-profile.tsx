import type { ReplayedProfile, ReplayedReceipt } from '@courtly/contracts/rating-replays';
import { useQuery } from '@tanstack/react-query';
import { formatLongDate } from '../../lib/format';
import { countLabel, percentLabel } from '../../resources/admin/replay-labels';
import { replayedProfileQuery } from '../../resources/admin/replay-queries';
import { instantLabel } from '../../resources/audit/audit-labels';
import {
  changeLabel,
  companionsLabel,
  receiptScoreLabel,
} from '../../resources/player/receipt-labels';
import { figureLabel, rangeLabel } from '../../resources/ranking/ranking-labels';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { Heading } from '../../ui/heading';

export function ReplayProfile({ replayId }: { replayId: string }) {
  const profileQuery = useQuery(replayedProfileQuery(replayId));
  return (
    <QueryPanel query={profileQuery} label="the player's ratings">
      {(profile) => <ProfileTables profile={profile} />}
    </QueryPanel>
  );
}

function ProfileTables({
  profile: { player, asOf, standings, receipts },
}: {
  profile: ReplayedProfile;
}) {
  const playerName = player.name ?? player.id;
  return (
    <section aria-labelledby="profile" className="min-w-0">
      <Heading level={3} id="profile" className="wrap-anywhere">
        <bdi>{playerName}</bdi> as of {instantLabel(asOf)}
      </Heading>
      {standings.length === 0 ? (
        <EmptyState title="No rated matches by then" />
      ) : (
        <div className="mt-4 grid gap-8">
          <DataTable
            stacked
            label="Ratings at that time"
            rows={standings.flatMap(ratingRows)}
            rowKey={({ label }) => label}
            columns={ratingColumns}
          />
          <div>
            <h4 className="mb-2 font-semibold">How recent matches changed the rating</h4>
            <DataTable
              stacked
              label="Recent matches"
              rows={receipts}
              rowKey={({ matchId }) => matchId}
              columns={matchColumns}
            />
          </div>
        </div>
      )}
    </section>
  );
}

type DisciplineStanding = ReplayedProfile['standings'][number];
type RatingRow = Readonly<{ label: string; rank: string; record: string }> &
  Pick<DisciplineStanding, 'figure' | 'range' | 'matches' | 'provisional'>;

const disciplineTitles: Record<DisciplineStanding['discipline'], string> = {
  singles: 'Singles',
  doubles: 'Doubles',
};

/** The ratings of a discipline, followed by those of its surfaces, which have no ranking. */
const ratingRows = ({
  discipline,
  onSurfaces,
  rank,
  wins,
  losses,
  draws,
  ...rating
}: DisciplineStanding): RatingRow[] => [
  {
    ...rating,
    label: disciplineTitles[discipline],
    rank: rank === null ? 'none' : String(rank),
    record: `${wins}–${losses}–${draws}`,
  },
  ...onSurfaces.map(({ surface, ...surfaceRating }) => ({
    ...surfaceRating,
    label: `${disciplineTitles[discipline]}, ${surface}`,
    rank: '–',
    record: '–',
  })),
];

const ratingColumns: readonly TableColumn<RatingRow>[] = [
  { head: 'Discipline', cell: ({ label }) => label },
  { head: 'Rating', cell: ({ figure }) => figureLabel(figure), numeric: true, strong: true },
  { head: 'Range', cell: ({ range }) => rangeLabel(range), numeric: true },
  { head: 'Rank', cell: ({ rank }) => rank, numeric: true },
  {
    head: 'Matches',
    cell: ({ matches: matchCount, provisional }) =>
      `${countLabel(matchCount)}${provisional ? ', provisional' : ''}`,
    numeric: true,
  },
  { head: 'Won–lost–drawn', cell: ({ record }) => record, numeric: true },
];

const withDisplayName = ({ id, name }: ReplayedProfile['player']) => ({ name: name ?? id });

const matchColumns: readonly TableColumn<ReplayedReceipt>[] = [
  {
    head: 'Match',
    cell: ({ partner, opponents, ...receipt }) => (
      <span className="wrap-anywhere">
        {receiptScoreLabel(receipt)}{' '}
        <bdi className="text-quiet">
          {companionsLabel({
            partner: partner && withDisplayName(partner),
            opponents: opponents.map(withDisplayName),
          })}
        </bdi>
      </span>
    ),
  },
  { head: 'Played', cell: (receipt) => formatLongDate(receipt.playedAt, receipt) },
  { head: 'Expected', cell: ({ expected }) => percentLabel(expected), numeric: true },
  { head: 'Games won', cell: ({ actual }) => percentLabel(actual), numeric: true },
  { head: 'Change', cell: changeLabel, numeric: true, strong: true },
  {
    head: 'Rating after',
    cell: ({ after }) => `${figureLabel(after.figure)} ± ${figureLabel(after.uncertainty)}`,
    numeric: true,
  },
];
