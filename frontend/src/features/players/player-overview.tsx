import type { Discipline } from '@courtly/contracts/matches';
import type { Player } from '@courtly/contracts/rankings';
import { paths } from '../../config/paths';
import { sportLabels } from '../../lib/sports';
import {
  LEVEL_NAME,
  RATING_NAME,
  figureLabel,
  matchesLabel,
  rangeLabel,
  ratingNote,
} from '../../resources/ranking/ranking-labels';
import { fullName } from '../../resources/session/person-labels';
import { StatCard, StatRow } from '../../ui/card';
import { DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { Heading, Section } from '../../ui/heading';
import { SkillChart } from './skill-chart';
import { Versus } from './versus';

type RankedRating = Player['sports'][number]['singles'];

const rankNote = ({ rank, of }: NonNullable<RankedRating>): string =>
  rank === null ? '' : ` · Rank ${rank} of ${of}`;

function RatingCard({ label, rating }: { label: string; rating: RankedRating }) {
  return (
    <StatCard
      label={label}
      value={rating ? figureLabel(rating.figure) : '–'}
      note={
        rating
          ? `${rangeLabel(rating.range)} · ${ratingNote(rating)}${rankNote(rating)}`
          : 'No rated matches'
      }
    />
  );
}

const recordLabel = ({ wins, losses, draws }: Player): string =>
  `${wins}–${losses}${draws > 0 ? `–${draws}` : ''}`;

/** The discipline with the most rated matches; null if there are fewer than two. */
const chartedDiscipline = ({ ratings: { singles, doubles } }: Player): Discipline | null => {
  const [singlesCount, doublesCount] = [singles?.matches ?? 0, doubles?.matches ?? 0];
  if (Math.max(singlesCount, doublesCount) < 2) return null;
  return doublesCount > singlesCount ? 'doubles' : 'singles';
};

export function PlayerOverview({ player }: { player: Player }) {
  const { sport, sports, totalMatches, draws, streak, longestStreak, ustaRating, onSurfaces } =
    player;
  const discipline = chartedDiscipline(player);
  // The sport in the URL can be one that the player has not played.
  const sportNote = sports.some((ratedSport) => ratedSport.sport !== sport)
    ? `, ${sportLabels[sport].toLowerCase()}`
    : '';
  const rated = sports.length > 0 ? sports : [{ sport, singles: null, doubles: null }];
  return (
    <div className="grid gap-12">
      <Section title={RATING_NAME}>
        <StatRow className="lg:grid-cols-3!">
          {rated.flatMap((ratedSport) => [
            <RatingCard
              key={`${ratedSport.sport} singles`}
              label={`${sportLabels[ratedSport.sport]} singles`}
              rating={ratedSport.singles}
            />,
            <RatingCard
              key={`${ratedSport.sport} doubles`}
              label={`${sportLabels[ratedSport.sport]} doubles`}
              rating={ratedSport.doubles}
            />,
          ])}
          <StatCard
            label={LEVEL_NAME}
            value={ustaRating ? `USTA ${ustaRating}` : '–'}
            note="Self-reported, not a rating"
          />
        </StatRow>
        <p className="mt-6">
          <TextLink to={paths.howRatingsWork}>How ratings work</TextLink>
        </p>
      </Section>
      {player.versus && (
        <Versus versus={player.versus} name={player.firstName || fullName(player)} />
      )}
      {discipline && player.sections.history && (
        <SkillChart player={player} discipline={discipline} />
      )}
      <section aria-labelledby="player-record">
        <Heading level={2} id="player-record" className="mb-4">
          Record{sportNote}
        </Heading>
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
          <Heading level={2} id="player-surfaces" className="mb-4">
            By surface{sportNote}
          </Heading>
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
