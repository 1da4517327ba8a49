import type { ReplayedProfile, ReplayedReceipt } from '@courtly/contracts/rating-replays';
import { useQuery } from '@tanstack/react-query';
import { longDate } from '../../lib/format';
import { countLabel, percentLabel } from '../../resources/admin/replay-labels';
import { replayedProfileQuery } from '../../resources/admin/replay-queries';
import { momentLabel } from '../../resources/audit/audit-labels';
import { movedLabel, playedWith, receiptScore } from '../../resources/player/receipt-words';
import { figureLabel, rangeLabel } from '../../resources/ranking/ranking-labels';
import { type Column, DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';

export function ReplayProfile({ replayId }: { replayId: string }) {
  const query = useQuery(replayedProfileQuery(replayId));
  return (
    <QueryPanel query={query} label="the player's ratings">
      {(profile) => <Profile profile={profile} />}
    </QueryPanel>
  );
}

function Profile({ profile: { player, asOf, standings, receipts } }: { profile: ReplayedProfile }) {
  const name = player.name ?? player.id;
  return (
    <section aria-labelledby="profile" className="min-w-0">
      <h3 id="profile" className="font-display text-xl wrap-anywhere">
        <bdi>{name}</bdi> as of {momentLabel(asOf)}
      </h3>
      {standings.length === 0 ? (
        <EmptyState title="No rated matches by then" />
      ) : (
        <div className="mt-4 grid gap-8">
          <DataTable
            stacked
            label="Ratings at that time"
            rows={standings.flatMap(rowsOf)}
            rowKey={({ label }) => label}
            columns={ratings}
          />
          <div>
            <h4 className="mb-2 font-semibold">How recent matches changed the rating</h4>
            <DataTable
              stacked
              label="Recent matches"
              rows={receipts}
              rowKey={({ matchId }) => matchId}
              columns={matches}
            />
          </div>
        </div>
      )}
    </section>
  );
}

type Standing = ReplayedProfile['standings'][number];
type Row = Readonly<{ label: string; rank: string; record: string }> &
  Pick<Standing, 'figure' | 'range' | 'matches' | 'provisional'>;

const titles: Record<Standing['discipline'], string> = { singles: 'Singles', doubles: 'Doubles' };

/** A discipline, then its surfaces, which have no ranking. */
const rowsOf = ({
  discipline,
  onSurfaces,
  rank,
  wins,
  losses,
  draws,
  ...rating
}: Standing): Row[] => [
  {
    ...rating,
    label: titles[discipline],
    rank: rank === null ? 'none' : String(rank),
    record: `${wins}–${losses}–${draws}`,
  },
  ...onSurfaces.map(({ surface, ...its }) => ({
    ...its,
    label: `${titles[discipline]}, ${surface}`,
    rank: '–',
    record: '–',
  })),
];

const ratings: readonly Column<Row>[] = [
  { head: 'Discipline', cell: ({ label }) => label },
  { head: 'Rating', cell: ({ figure }) => figureLabel(figure), numeric: true, strong: true },
  { head: 'Range', cell: ({ range }) => rangeLabel(range), numeric: true },
  { head: 'Rank', cell: ({ rank }) => rank, numeric: true },
  {
    head: 'Matches',
    cell: ({ matches: count, provisional }) =>
      `${countLabel(count)}${provisional ? ', provisional' : ''}`,
    numeric: true,
  },
  { head: 'Won–lost–drawn', cell: ({ record }) => record, numeric: true },
];

const called = ({ id, name }: ReplayedProfile['player']) => ({ name: name ?? id });

const matches: readonly Column<ReplayedReceipt>[] = [
  {
    head: 'Match',
    cell: ({ partner, opponents, ...receipt }) => (
      <span className="wrap-anywhere">
        {receiptScore(receipt)}{' '}
        <bdi className="text-quiet">
          {playedWith({ partner: partner && called(partner), opponents: opponents.map(called) })}
        </bdi>
      </span>
    ),
  },
  { head: 'Played', cell: ({ playedAt, zone }) => longDate(playedAt, zone) },
  { head: 'Expected', cell: ({ expected }) => percentLabel(expected), numeric: true },
  { head: 'Games won', cell: ({ actual }) => percentLabel(actual), numeric: true },
  { head: 'Change', cell: movedLabel, numeric: true, strong: true },
  {
    head: 'Rating after',
    cell: ({ after }) => `${figureLabel(after.figure)} ± ${figureLabel(after.uncertainty)}`,
    numeric: true,
  },
];
