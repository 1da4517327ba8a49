import type { Player, Rating } from '@courtly/contracts/rankings';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import {
  LEVEL_NAME,
  RATING_NAME,
  figureLabel,
  matchesLabel,
  rangeLabel,
  ratingNote,
} from '../../resources/ranking/ranking-labels';
import { StatCard, StatRow } from '../../ui/card';
import { DataTable } from '../../ui/data-table';

const headingClass = 'mb-4 font-display text-2xl';

function RatingCard({ label, rating }: { label: string; rating: Rating | null }) {
  return (
    <StatCard
      label={label}
      value={rating ? figureLabel(rating.figure) : '–'}
      note={rating ? `${rangeLabel(rating.range)} · ${ratingNote(rating)}` : 'No rated matches'}
    />
  );
}

const recordLabel = ({ wins, losses, draws }: Player): string =>
  `${wins}–${losses}${draws > 0 ? `–${draws}` : ''}`;

export function PlayerOverview({ player }: { player: Player }) {
  const { ratings, totalMatches, draws, streak, longestStreak, ustaRating, onSurfaces } = player;
  return (
    <div className="grid gap-12">
      <section aria-labelledby="player-ratings">
        <h2 id="player-ratings" className={headingClass}>
          {RATING_NAME}
        </h2>
        <StatRow className="lg:grid-cols-3!">
          <RatingCard label="Singles" rating={ratings.singles} />
          <RatingCard label="Doubles" rating={ratings.doubles} />
          <StatCard
            label={LEVEL_NAME}
            value={ustaRating ? `USTA ${ustaRating}` : '–'}
            note="Self-reported, not a rating"
          />
        </StatRow>
        <p className="mt-6">
          <Link
            to={paths.howRatingsWork}
            className="underline decoration-brass-line underline-offset-4 hover:decoration-ink"
          >
            How ratings work
          </Link>
        </p>
      </section>
      <section aria-labelledby="player-record">
        <h2 id="player-record" className={headingClass}>
          Record
        </h2>
        <StatRow className="lg:grid-cols-3!">
          <StatCard
            label={draws > 0 ? 'Won, lost, drawn' : 'Won, lost'}
            value={recordLabel(player)}
            note={totalMatches === 1 ? 'In 1 match' : `In ${totalMatches} matches`}
          />
          <StatCard label="Current win streak" value={streak} />
          <StatCard label="Longest win streak" value={longestStreak} />
        </StatRow>
      </section>
      {onSurfaces.length > 0 && (
        <section aria-labelledby="player-surfaces">
          <h2 id="player-surfaces" className={headingClass}>
            By surface
          </h2>
          <DataTable
            label="Ratings by surface"
            rows={onSurfaces}
            rowKey={({ surface, discipline }) => `${surface} ${discipline}`}
            columns={[
              {
                head: 'Surface',
                cell: ({ surface, discipline }) => (
                  <>
                    <span className="capitalize">{surface}</span>, {discipline}
                  </>
                ),
              },
              {
                head: 'Rating',
                numeric: true,
                strong: true,
                cell: ({ figure }) => figureLabel(figure),
              },
              { head: 'Range', numeric: true, cell: ({ range }) => rangeLabel(range) },
              { head: 'Played', numeric: true, cell: ({ matches }) => matchesLabel(matches) },
            ]}
          />
        </section>
      )}
    </div>
  );
}
